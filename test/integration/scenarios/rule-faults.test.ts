import { expect, test } from "vitest";
import { chooseClock } from "../../../src/cli/choose-clock.ts";
import type { FaultDeclaration } from "../../../src/faults/define-fault.ts";
import { RULE_FAULTS } from "../../../src/faults/rule-faults.ts";
import { readRules } from "../../../src/scenarios/inject.ts";
import type { ScenarioReport } from "../../../src/scenarios/report.ts";
import { reportOf } from "./run-own.ts";

const FAST = { clock: "fast", target: undefined, transport: undefined, client: "lab" } as const;

/** What makes a fault act, by the method that it acts on. */
const STEPS: Readonly<Record<string, object>> = {
  "tools/call": { call: { tool: "ping" }, timeoutMs: 60_000 },
  "tools/list": { list: "tools", timeoutMs: 60_000 },
};

interface Trial {
  readonly fault: FaultDeclaration;
  readonly example: object;
  readonly protocolVersion: "2025-11-25" | "2026-07-28";
  readonly method: string;
}

/** A list is read to its end, so that a fault of lists acts on every page. */
function ruleOf({ fault, example, method }: Trial) {
  const times = method === "tools/call" ? (1 as const) : ("always" as const);
  const injection = { fault: fault.name, with: { ...example } };
  const unlessSet = { skip: 0, every: 1, chance: 1, effect: "done", scope: "session", optional: false } as const;
  return { ...unlessSet, when: { method }, inject: [injection], times };
}

/** Whether the fault can act on this method at all, on the way in this process that speaks this revision. */
function isPossible(trial: Trial): boolean {
  const { fault, protocolVersion, method } = trial;
  const isMeant = (fault.shownWith?.method ?? "tools/call") === method;
  // In the modern era over HTTP no cancel is a message.
  if (protocolVersion === "2026-07-28" && fault.needs?.includes("cancel-message") === true) return false;
  const place = { transport: "in-process", external: false, defaultProtocolVersion: protocolVersion } as const;
  return isMeant && readRules([ruleOf(trial)], protocolVersion, place).problems === undefined;
}

/** Every fault of a server × example × way in this process, on a call or on a list. */
const TRIALS: readonly Trial[] = RULE_FAULTS.filter(({ direction }) => direction !== "to-server")
  .flatMap((fault) =>
    fault.examples.flatMap((example) =>
      (["2025-11-25", "2026-07-28"] as const).flatMap((protocolVersion) =>
        // Parameters come out of a schema for objects, whatever the catalogue's common type says.
        Object.keys(STEPS).map((method) => ({ fault, example: example as object, protocolVersion, method })),
      ),
    ),
  )
  .filter(isPossible);

/** What a caller reports, in the words of a declaration. */
function reported({ outcome, failure }: Pick<ScenarioReport, "outcome" | "failure">): string {
  return outcome === "error" ? (failure?.kind ?? "nothing") : outcome;
}

test.each(TRIALS.map((trial) => [trial.fault.name, trial.example, trial.protocolVersion, trial] as const))(
  "%s %j at %s: the lab's own client reports what a robust one may",
  async (_, __, protocolVersion, trial) => {
    const clock = await chooseClock(FAST);
    const scenario = { protocolVersion, steps: [STEPS[trial.method]], inject: [ruleOf(trial)] };
    const report = await reportOf(scenario, { clock });
    expect(report.rules?.[0]?.fired).toBeGreaterThan(0);
    const tolerated: readonly string[] = trial.fault.tolerates;
    const unexpected = (report.steps ?? [{ outcome: "success" }])
      .map(reported)
      .filter((each) => !tolerated.includes(each));
    expect(unexpected).toEqual([]);
    expect(report.steps).toHaveLength(1);
  },
);

test("most of the catalogue is among them", () => {
  expect(new Set(TRIALS.map(({ fault }) => fault)).size).toBeGreaterThan(45);
});
