import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ScenarioReport } from "../../../src/scenarios/report.ts";
import { COMMAND, lab, temporaryFolder } from "./lab.ts";

const PING = { call: { tool: "ping" }, expect: { outcome: "success" } };

/** Runs a scenario from a folder of its own; where it was executed, `report` says what came of it. */
async function run(scenario: object, args: readonly string[] = [], cwd = temporaryFolder()) {
  writeFileSync(join(cwd, "a.json"), JSON.stringify({ name: "A", ...scenario }));
  const TMPDIR = temporaryFolder();
  const { code, stdout, stderr } = await lab(["run", "a.json", "--report", "json", ...args], { cwd, env: { TMPDIR } });
  return { code, stderr, report: JSON.parse(stdout) as ScenarioReport, left: readdirSync(TMPDIR) };
}

describe.each(["2026-07-28", "2025-11-25"])("over stdio at %s, a process of its own", (protocolVersion) => {
  const witness = { call: { tool: "witness", args: { marker: "order 7" } } };

  test("tells what fired and what was done, though a fault killed it", async () => {
    const { code, report, left } = await run(
      {
        protocolVersion,
        inject: [
          {
            id: "killed",
            when: { method: "tools/call", name: "witness" },
            inject: [{ fault: "process_exit", with: { signal: "SIGKILL" } }],
            skip: 1,
          },
          {
            id: "in the second process",
            when: { connection: 2, method: "tools/call" },
            inject: [{ fault: "tool_error" }],
          },
        ],
        steps: [
          witness,
          { ...witness, timeoutMs: 5_000, expect: { outcome: "error", error: { kind: "transport_loss" } } },
          { reconnect: true },
          { ...witness, expect: { outcome: "error", error: { kind: "tool_error" } } },
        ],
        ledger: [{ args: { marker: "order 7" }, asked: 3, executed: 3 }],
      },
      ["--transport", "stdio"],
    );
    expect(report.failures).toEqual([]);
    expect(code).toBe(0);
    expect(report.rules).toMatchObject([
      { rule: "killed", fired: 1 },
      { rule: "in the second process", fired: 1 },
    ]);
    expect(left).toEqual([]);
  });

  test("makes a scenario inconclusive where a rule did not fire", async () => {
    const { code, report } = await run({ protocolVersion, ...PING, inject: ["tools/call#2 hang"] }, [
      "--transport",
      "stdio",
    ]);
    expect(code).toBe(1);
    expect(report.inconclusive).toEqual([
      "rule rule-1 (hang) did not fire: 1 matched it, and its counts let all of them pass",
    ]);
  });
});

describe("with a target", () => {
  const target = {
    adapter: "mcp",
    config: { transport: "stdio", command: process.execPath, args: [COMMAND, "serve"] },
  };
  const folder = (): string => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "target.json"), JSON.stringify(target));
    return cwd;
  };

  test.each(["auto", "2026-07-28", "2025-11-25"])(
    "a rule acts on what the client sends, at %s",
    async (protocolVersion) => {
      const { code, report } = await run(
        {
          protocolVersion,
          inject: ["tools/call:ping broken_request form=truncated"],
          ...PING,
          timeoutMs: 1_000,
          expect: { outcome: "timeout" },
          observe: PING,
        },
        ["--target", "target.json"],
        folder(),
      );
      expect(report.failures).toEqual([]);
      expect(report).toMatchObject({
        external: true,
        rules: [{ rule: "rule-1", faults: ["broken_request"], fired: 1 }],
      });
      expect(code).toBe(0);
    },
  );

  test.each([
    [
      { inject: ["tools/call hang"] },
      "$.inject[0].inject[0].fault: hang acts to-client only; the rule is for to-server",
    ],
    [
      { ledger: [{ executed: 1 }] },
      "$.ledger: only the lab's own server keeps a ledger that can be asked: leave --target out",
    ],
  ])("what is the server's is refused: %j", async (scenario, problem) => {
    const { code, report, stderr } = await run({ ...PING, ...scenario }, ["--target", "target.json"], folder());
    expect([code, report.error]).toEqual([1, { code: "scenario_load_failed", message: `a.json: ${problem}` }]);
    expect(stderr).toBe(`mcp-failure-lab: a.json: ${problem}\n`);
  });
});

test.each(["server/discover disconnect", "server/discover discovery_refused as=exit"])(
  "a child that ends at the first question is started once more: %s",
  async (rule) => {
    const scenario = { protocolVersion: "auto", inject: [rule], ...PING };
    const { code, report } = await run(scenario, ["--transport", "stdio"], temporaryFolder());
    expect([code, report]).toMatchObject([0, { passed: true, protocolVersion: { negotiated: "2025-11-25" } }]);
  },
);

test("a run that fails says how it is repeated, and that repeats it", async () => {
  const cwd = temporaryFolder();
  const rule = { when: { method: "tools/call" }, inject: [{ fault: "tool_error" }], times: "always", chance: 0.5 };
  const steps = Array.from({ length: 12 }, () => ({ call: { tool: "ping" } }));
  const first = await run({ inject: [rule], steps }, [], cwd);
  expect(first.code).toBe(2);
  const line = first.report.repeatWith ?? "";
  expect(line).toMatch(/^mcp-failure-lab run a\.json --seed \d+$/);
  const second = await run({ inject: [rule], steps }, line.split(" ").slice(3), cwd);
  expect(second.report.failures).toEqual(first.report.failures);
  const { stdout } = await lab(line.split(" ").slice(1), { cwd });
  expect(stdout).toContain(`\nRun it again: ${line}\n`);
});

test("--clock fast skips a minute and says so", async () => {
  const slow = {
    call: { tool: "hang" },
    timeoutMs: 60_000,
    expect: { outcome: "timeout", minDurationMs: 60_000 },
    observe: PING,
  };
  const cwd = temporaryFolder();
  const { code, report } = await run(slow, ["--clock", "fast"], cwd);
  expect([code, report.failures, Math.round(report.durationMs)]).toEqual([0, [], 60_000]);
  expect(report).toMatchObject({ clock: "fast" });
  const { stdout } = await lab(["run", "a.json", "--clock", "fast"], { cwd });
  expect(stdout).toContain("\nClock: fast;");
  const refused = await run(slow, ["--clock", "fast", "--transport", "http"], cwd);
  expect([refused.code, refused.report.error?.code]).toEqual([1, "invalid_arguments"]);
});
