import { expect, test } from "vitest";
import { judge } from "../../scripts/conformance/judge.mjs";

const RUN = "a run";
const KNOWN = [{ run: RUN, scenario: "tasks", checks: ["create"], reason: "out of scope" }];

function outcome(checks: readonly [id: string, status: string][], more: { exitCode?: number; output?: string } = {}) {
  const count = (wanted: string) => checks.filter(([, status]) => status === wanted).length;
  return {
    run: RUN,
    exitCode: 0,
    output: `=== SUMMARY ===\n\nTotal: ${count("SUCCESS")} passed, ${count("FAILURE")} failed\n`,
    scenarios: new Map([["tasks", checks.map(([id, status]) => ({ id, status, errorMessage: `${id} said so` }))]]),
    ...more,
  };
}

test("passed checks are counted, what is only told is not", () => {
  const verdict = judge(
    outcome([
      ["a", "SUCCESS"],
      ["b", "INFO"],
      ["c", "SKIPPED"],
      ["d", "SUCCESS"],
    ]),
    [],
  );
  expect(verdict).toEqual({ passed: 2, failures: [], known: 0 });
});

test("a failure that is expected is no failure", () => {
  const verdict = judge(
    outcome([
      ["ping", "SUCCESS"],
      ["create", "FAILURE"],
    ]),
    KNOWN,
  );
  expect(verdict).toEqual({ passed: 1, failures: [], known: 1 });
});

test.each([
  [
    "a failure",
    outcome([
      ["a", "SUCCESS"],
      ["b", "FAILURE"],
    ]),
    ["tasks b: FAILURE: b said so"],
  ],
  [
    "a warning",
    outcome([
      ["a", "SUCCESS"],
      ["b", "WARNING"],
    ]),
    ["tasks b: WARNING: b said so"],
  ],
  ["an exit code", outcome([["a", "SUCCESS"]], { exitCode: 1 }), ["the suite ended with exit code 1"]],
  ["no total", outcome([["a", "SUCCESS"]], { output: "" }), ["the suite printed no total"]],
  [
    "a total that its checks do not bear out",
    outcome([["a", "SUCCESS"]], { output: "Total: 3 passed, 0 failed\n" }),
    ['the suite says "Total: 3 passed, 0 failed", its checks say 1 passed, 0 failed'],
  ],
  ["a run in which nothing was checked", outcome([]), ["no check has passed"]],
])("%s is a failure", (_what, run, failures) => {
  expect(judge(run, []).failures).toEqual(failures);
});

test("an expected failure that passes fails the build", () => {
  const verdict = judge(
    outcome([
      ["ping", "SUCCESS"],
      ["create", "SUCCESS"],
    ]),
    KNOWN,
  );
  expect(verdict.failures).toEqual(["tasks create is expected to fail and did not"]);
});

test("what is expected of another run does not count", () => {
  const verdict = judge(
    outcome([
      ["create", "FAILURE"],
      ["ping", "SUCCESS"],
    ]),
    [{ ...KNOWN[0]!, run: "another" }],
  );
  expect(verdict.failures).toEqual(["tasks create: FAILURE: create said so"]);
});
