import { expect, test } from "vitest";
import { silentRules, withReasons } from "./inconclusive.ts";
import type { ScenarioReport } from "./report.ts";

type Verdict = Pick<ScenarioReport, "passed" | "failures" | "error" | "inconclusive">;

const tally = (more: object) => ({ rule: "r", faults: ["a", "b"], matched: 0, fired: 0, optional: false, ...more });

test("a rule that did not fire is a reason, unless it may stay silent", () => {
  expect(silentRules([tally({}), tally({ matched: 3 }), tally({ fired: 1 }), tally({ optional: true })])).toEqual([
    "rule r (a + b) did not fire: no exchange matched it",
    "rule r (a + b) did not fire: 3 matched it, and its counts let all of them pass",
  ]);
});

test("with a reason nothing has passed, and what failed is still told", () => {
  const failed = withReasons<Verdict>({ passed: true, failures: ["x"] }, ["one", "two"], "a.json");
  expect(failed).toEqual({
    passed: false,
    failures: ["x", "inconclusive: one", "inconclusive: two"],
    inconclusive: ["one", "two"],
    error: { code: "scenario_inconclusive", message: "a.json: inconclusive: one (and 1 more)" },
  });
  expect(withReasons(failed, ["three"], "a.json")).toMatchObject({
    inconclusive: ["one", "two", "three"],
    error: failed.error,
  });
});

test("without a reason, and where nothing was executed, the verdict stays", () => {
  const passed = { passed: true, failures: [] };
  expect(withReasons(passed, [], "a.json")).toBe(passed);
  const broken = { passed: false, failures: ["x"], error: { code: "scenario_execution_failed", message: "x" } };
  expect(withReasons(broken, ["one"], "a.json")).toBe(broken);
});
