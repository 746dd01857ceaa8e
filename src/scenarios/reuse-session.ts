import { LabError } from "../base/errors.ts";
import type { OperationResult, TargetIdentity, TargetLab, TargetSession } from "../targets/adapter.ts";
import { operate, type OperateContext } from "./operate.ts";
import { hasOneClient, subjectOf, withFindings } from "./findings.ts";
import { withScenarios } from "./orchestrate.ts";
import type { RunReport, ScenarioReport } from "./report.ts";
import type { Judging, LoadedScenario, ScenarioTarget } from "./scenario-context.ts";
import type { ScenarioJudge } from "./scenario-judge.ts";
import { joinListeners } from "./scenario-listener.ts";

/** A target whose scenarios share one session. */
export interface ReusedTarget {
  readonly target: ScenarioTarget;
  /**
   * Ends the session, if one was opened, and adds to the last scenario of the report what went wrong with that and what the specification
   * says about the whole session. Never rejects.
   */
  end(report: RunReport, context: Omit<OperateContext, "signal" | "zero">): Promise<RunReport>;
}

/**
 * Makes all scenarios use one session, which the first of them opens; none of them closes it. Throws `invalid_arguments` where they
 * cannot share one: another revision, faults of their own.
 */
export function reuseSession(
  target: ScenarioTarget,
  scenarios: readonly LoadedScenario[],
  judging?: SessionJudging,
): ReusedTarget {
  const [first] = scenarios;
  for (const { file, scenario } of scenarios) {
    const asked = scenario.protocolVersion ?? target.defaultProtocolVersion;
    const expected = first?.scenario.protocolVersion ?? target.defaultProtocolVersion;
    if (asked !== expected)
      throw refusal(
        `${file} asks for ${asked}, and ${first?.file ?? ""} for ${expected}`,
        "one session has one revision",
      );
    if (scenario.inject !== undefined)
      throw refusal(`${file} injects faults`, "they are armed when a session is opened");
  }
  let shared: Shared | undefined;
  return {
    target: { ...target, open: (lab) => viewOf((shared ??= openShared(target, judgedLab(lab, judging)))) },
    async end(report, context) {
      const session = shared?.session;
      if (session === undefined) return report;
      // Also when the run was ended: clean-up is asked for on every path.
      const unbroken = { ...context, zero: context.clock.now(), signal: new AbortController().signal };
      const request = { name: "clean-up", budgetMs: target.cleanupTimeoutMs } as const;
      const { result, problem } = await operate(request, unbroken, (operation) => session.cleanUp(operation));
      const problems = problem === undefined ? [] : [problem];
      if (result.outcome !== "success")
        problems.unshift(`clean-up of the session: ${result.outcome}: ${result.failure.message}`);
      const isOneClient = scenarios.every(({ scenario }) => hasOneClient(scenario));
      const findings = judging?.judge.findings({ subject: subjectOf(target), isOneClient });
      return withLast(report, (last) => {
        const lifecycle = { ...last.lifecycle, problems: [...last.lifecycle.problems, ...problems] };
        const ended = { ...last, lifecycle };
        return findings === undefined ? ended : withFindings(ended, findings, judging?.failOn ?? "never");
      });
    },
  };
}

export interface SessionJudging extends Pick<Judging, "failOn"> {
  readonly judge: ScenarioJudge;
}

interface Shared {
  readonly session: TargetSession;
  readonly setUp: TargetSession["setUp"];
}

function openShared(target: ScenarioTarget, lab: TargetLab): Shared {
  const session = target.open(lab);
  let opened: Promise<OperationResult<TargetIdentity>> | undefined;
  return { session, setUp: (operation) => (opened ??= session.setUp(operation)) };
}

/** The session as one scenario sees it: what it noticed before is not told again. */
function viewOf({ session, ...shared }: Shared): TargetSession {
  const before = session.observations().length;
  const stops: (() => void)[] = [];
  return {
    setUp: (operation) => shared.setUp(operation),
    call: (call, operation) => session.call(call, operation),
    connect: session.connect?.bind(session),
    listen: session.listen?.bind(session),
    watch(listener) {
      const stop = session.watch?.(listener) ?? (() => {});
      stops.push(stop);
      return stop;
    },
    async cleanUp() {
      for (const stop of stops.splice(0)) stop();
      return { outcome: "success", value: undefined };
    },
    stderrTail: () => session.stderrTail(),
    observations: () => session.observations().slice(before),
  };
}

/** The judge hears what the session does, beside whoever else does. */
function judgedLab(lab: TargetLab, judging: SessionJudging | undefined): TargetLab {
  const { tap, processes, deeds } = lab;
  const own =
    tap === undefined || processes === undefined || deeds === undefined
      ? undefined
      : { tap, processes, deeds, caller: () => undefined };
  return { ...lab, ...joinListeners([own, judging?.judge.listener]) };
}

function withLast(report: RunReport, change: (last: ScenarioReport) => ScenarioReport): RunReport {
  const last = report.scenarios.at(-1);
  return last === undefined ? report : withScenarios(report, [...report.scenarios.slice(0, -1), change(last)]);
}

function refusal(what: string, why: string): LabError {
  return new LabError("invalid_arguments", `--reuse-session: ${what}; ${why}`, {
    hint: "Leave --reuse-session out, or run them apart",
  });
}
