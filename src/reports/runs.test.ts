import { expect, test } from "vitest";
import type { RepeatedRun } from "../scenarios/report.ts";
import { scenarioReport } from "./report-fixture.ts";
import { runsTable, runsText } from "./runs.ts";

const run = (durationMs: number, passed = true): RepeatedRun => ({
  outcome: "success",
  durationMs,
  passed,
  failures: passed ? [] : ["no"],
});

test("one scenario's runs: how many passed, and the spread of durations", () => {
  expect(runsText([run(30), run(10.4), run(20)])).toBe("3, 3 passed; min ~10 ms, median ~20 ms, max ~30 ms");
  expect(runsText([run(10), run(40), run(20), run(30)])).toBe("4, 4 passed; min ~10 ms, median ~25 ms, max ~40 ms");
  expect(runsText([run(7)])).toBe("1, 1 passed; min ~7 ms, median ~7 ms, max ~7 ms");
});

test("a flake is one that passed at one time and not at another", () => {
  expect(runsText([run(1), run(2, false)])).toContain("2, 1 passed (flaky);");
  expect(runsText([run(1, false), run(2, false)])).toContain("2, 0 passed;");
});

test("several scenarios stand in a table", () => {
  const long = "A name that is much longer than any name of a scenario should be, really";
  const scenarios = [
    scenarioReport({ name: "Delay", runs: [run(100), run(110), run(1200)] }),
    scenarioReport({ name: long, runs: [run(5), run(6, false)] }),
  ];
  const cut = `${long.slice(0, 59)}…`;
  expect(runsTable(scenarios)).toEqual([
    `${"Scenario".padEnd(60)}  Passed      Min   Median       Max`,
    `${"Delay".padEnd(60)}  3 of 3  ~100 ms  ~110 ms  ~1200 ms`,
    `${cut}  1 of 2    ~5 ms    ~6 ms     ~6 ms  flaky`,
  ]);
});

test("one scenario, and scenarios that were not repeated, need no table", () => {
  expect(runsTable([scenarioReport({ runs: [run(1), run(2)] })])).toBeUndefined();
  expect(runsTable([scenarioReport(), scenarioReport()])).toBeUndefined();
});
