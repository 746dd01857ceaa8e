import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { Finding } from "../checks/finding.ts";
import { hasOneClient, isJudgeable, withFindings } from "./findings.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarioSchema } from "./schema.ts";
import { createScripted } from "./scripted-target.ts";

const finding: Finding = {
  check: "SES-06",
  subject: "client",
  revision: "2025-11-25",
  verdict: "violated",
  level: "MUST",
  clauses: ["2025-11-25/basic/transports#session-management.reinitialize-on-404"],
  evidence: [4, 7],
  says: "it went on",
};
const scenarioOf = (more: object) =>
  v.parse(scenarioSchema, { name: "a", call: { tool: "ping" }, expect: { outcome: "success" }, ...more });
const steps = (...all: object[]) => v.parse(scenarioSchema, { name: "a", steps: all });

describe("findings in a report", () => {
  const reportOf = async (expected: string) =>
    runScenario({ file: "a.json", scenario: scenarioOf({ expect: { outcome: expected } }) }, createScripted().context);

  test("fail nothing unless that was asked for", async () => {
    const report = withFindings(await reportOf("success"), [finding], "never");
    expect(report).toMatchObject({ passed: true, failures: [], findings: [finding] });
  });

  test("fail the scenario from the level that was asked for, a line for each", async () => {
    const should: Finding = { ...finding, check: "CAN-15", level: "SHOULD" };
    const obeyed: Finding = { ...finding, verdict: "obeyed" };
    const report = withFindings(await reportOf("success"), [finding, should, obeyed], "must");
    expect(report).toMatchObject({
      passed: false,
      failures: ["finding: violated MUST SES-06 by the client at 2025-11-25: it went on (frames 4, 7)"],
    });
    expect(withFindings(report, [should], "should").failures).toHaveLength(2);
  });

  test("stand beside the failures that are there", async () => {
    const report = withFindings(await reportOf("timeout"), [finding], "must");
    expect(report.failures.map((line) => line.split(":")[0])).toEqual(["outcome", "finding"]);
  });

  test("do not make a failure of what could not be executed", async () => {
    const failed = createScripted([{ setUp: { failure: { kind: "transport_loss", message: "no" } } }]);
    const report = await runScenario({ file: "a.json", scenario: scenarioOf({}) }, failed.context);
    expect(report.error).toBeDefined();
    expect(withFindings(report, [finding], "must").failures).toEqual(report.failures);
  });
});

test("a run has one client unless it opens another connection", () => {
  expect(hasOneClient(scenarioOf({ observe: { call: { tool: "ping" }, expect: { outcome: "success" } } }))).toBe(true);
  const observe = { connection: "new", call: { tool: "ping" }, expect: { outcome: "success" } };
  expect(hasOneClient(scenarioOf({ observe }))).toBe(false);
  expect(hasOneClient(steps({ list: "tools" }))).toBe(true);
  expect(hasOneClient(steps({ list: "tools" }, { reconnect: true }))).toBe(false);
});

test("where both sides of the lab's own have faults, nothing is judged", () => {
  const rules = { toClient: [{ id: "a" }], toServer: [{ id: "b" }] } as unknown as Parameters<
    typeof isJudgeable
  >[0]["rules"];
  const loaded = { file: "a.json", scenario: scenarioOf({}), rules };
  const { target } = createScripted().context;
  expect(isJudgeable(loaded, target)).toBe(false);
  expect(isJudgeable(loaded, { ...target, external: true })).toBe(true);
  expect(isJudgeable({ ...loaded, rules: { ...rules, toClient: [], toServer: rules?.toServer ?? [] } }, target)).toBe(
    true,
  );
  expect(isJudgeable({ file: "a.json", scenario: scenarioOf({}) }, target)).toBe(true);
});
