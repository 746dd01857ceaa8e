import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { createSequentialIds } from "../../src/base/ids.ts";
import type { Finding } from "../../src/checks/finding.ts";
import { judgeHistory } from "../../src/checks/judge.ts";
import { createRedactor } from "../../src/base/redact.ts";
import { createHistoryCollector, type History } from "../../src/history/history.ts";
import { createRecorder } from "../../src/history/record.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { loadScenarios } from "../../src/scenarios/load.ts";
import { runScenarios } from "../../src/scenarios/orchestrate.ts";
import type { RunReport } from "../../src/scenarios/report.ts";
import type { LoadedScenario, ScenarioTarget } from "../../src/scenarios/scenario-context.ts";
import { recorderListener } from "../../src/scenarios/scenario-listener.ts";
import { externalTarget, ownTarget, targetOf } from "../../src/scenarios/scenario-target.ts";
import { createOwnStdioSession } from "../../src/targets/own-stdio.ts";
import { parseTarget } from "../../src/targets/target.ts";
import { COMMAND } from "../e2e/cli/lab.ts";
import { startHttp } from "../fixtures/raw-peer/serve.ts";
import { root } from "../gates/source-files.ts";

// The lab's own client and server, judged by the lab's own checks: they obey, in both eras and on every transport.

const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

/** Every example that can run there, at one revision. Of somebody else's server nothing is known but what travels. */
async function examples({ external, transport }: ScenarioTarget, protocolVersion: Revision): Promise<LoadedScenario[]> {
  const own = targetOf(transport, () => {
    throw new Error("scenarios are only read");
  });
  const { scenarios } = await loadScenarios(["examples/scenarios"], root, own);
  return scenarios
    .filter(({ scenario }) => scenario.protocolVersion === undefined || scenario.protocolVersion === protocolVersion)
    .filter(({ scenario }) => !external || (scenario.inject === undefined && scenario.ledger === undefined))
    .map((loaded) => ({ ...loaded, scenario: { ...loaded.scenario, protocolVersion } }));
}

interface Judged {
  readonly report: RunReport;
  readonly histories: readonly History[];
}

async function judge(target: ScenarioTarget, scenarios: readonly LoadedScenario[]): Promise<Judged> {
  const collectors: ReturnType<typeof createHistoryCollector>[] = [];
  const report = await runScenarios(scenarios, {
    target,
    clock: systemClock,
    ids: createSequentialIds("id"),
    correlationIds: createSequentialIds("op"),
    env: process.env,
    cwd: root,
    signal: new AbortController().signal,
    seed: 7,
    repeat: undefined,
    failFast: false,
    jobs: 4,
    judging: { failOn: "should", secrets: [] },
    openListener({ isOneClient }) {
      const collector = createHistoryCollector();
      collectors.push(collector);
      const about = { seed: 7, transport: target.transport, era: "both", toolVersion: "0" } as const;
      const recorder = createRecorder({
        clock: systemClock,
        redactor: createRedactor(),
        about,
        write: collector.write,
      });
      return recorderListener(recorder, isOneClient ? 1 : undefined);
    },
  });
  return { report, histories: collectors.flatMap((collector) => collector.history() ?? []) };
}

const codes = (findings: readonly Finding[], verdict: Finding["verdict"]) =>
  [...new Set(findings.filter((each) => each.verdict === verdict).map(({ check }) => check))].sort();

/** The ways to the lab's own server. */
async function ownTargets(): Promise<Record<string, ScenarioTarget>> {
  const serve = [process.execPath, COMMAND, "serve", "--tools", "all"] as const;
  return {
    "in-process": await ownTarget("in-process", 7),
    http: await ownTarget("http", 7),
    stdio: targetOf("stdio", (lab) => createOwnStdioSession(lab, serve)),
  };
}

describe.each(REVISIONS)("%s", (revision) => {
  test.each(["in-process", "http", "stdio"])("the client in the seat obeys: %s", async (way) => {
    const { [way]: target } = await ownTargets();
    if (target === undefined) throw new Error("no such way");
    const { report, histories } = await judge(target, await examples(target, revision));
    const findings = report.scenarios.flatMap((scenario) => scenario.findings ?? []);
    expect(codes(findings, "violated")).toEqual([]);
    const obeyed = revision === "2026-07-28" ? ["RPC-04", "TMO-03"] : ["RPC-03", "TMO-02"];
    expect(codes(findings, "obeyed")).toEqual(expect.arrayContaining(obeyed));

    // What the faults of a server in another process wrote, the recording does not say.
    if (way === "stdio") return;
    const own = histories.flatMap((history) => judgeHistory(history, { subject: "server" }));
    expect(codes(own, "violated")).toEqual([]);
    expect(codes(own, "obeyed")).toContain("RPC-05");
  });

  test.each(["http", "stdio"])(
    "a server under test is told what its tools do on purpose, and nothing else: %s",
    async (way) => {
      const http = way === "http" ? await startHttp("--tools", "all") : undefined;
      const config = {
        http: { transport: "http", url: `http://127.0.0.1:${http?.port}/mcp` },
        stdio: { transport: "stdio", command: process.execPath, args: [COMMAND, "serve", "--tools", "all"] },
      }[way];
      const target = externalTarget(parseTarget({ adapter: "mcp", config }, "target"));
      const { report } = await judge(target, await examples(target, revision));
      http?.process.kill("SIGTERM");
      const findings = report.scenarios.flatMap((scenario) => scenario.findings ?? []);
      expect(codes(findings, "violated")).toEqual(["PRG-03", "PRG-04", "PRG-05", "RPC-05"]);
      const obeyed = way === "stdio" ? ["STD-02", "STD-07"] : revision === "2025-11-25" ? ["SSE-15", "SSE-17"] : [];
      expect(codes(findings, "obeyed")).toEqual(expect.arrayContaining(obeyed));
      // Asked for with `--fail-on should`, they fail their scenarios.
      const failing = report.scenarios.filter(({ failures }) => failures.some((line) => line.startsWith("finding: ")));
      expect(failing.map(({ file }) => file.replace(/.*\//, "")).sort()).toEqual([
        "duplicate-response.json",
        "invalid-progress-after-completion.json",
        "invalid-progress-regressing.json",
        "invalid-progress-unknown-token.json",
      ]);
    },
  );
});
