import type { CallOutcome } from "./call-outcome.ts";
import { expectDuration } from "./expectations/duration.ts";
import { expectError } from "./expectations/error.ts";
import type { Expect } from "./expectations/expect.ts";
import { expectList } from "./expectations/list.ts";
import { expectOutcome } from "./expectations/outcome.ts";
import { expectProgress } from "./expectations/progress.ts";
import { expectResult } from "./expectations/result.ts";
import type { Expectation } from "./expectation-schema.ts";

const EXPECTATIONS: readonly Expect[] = [
  expectOutcome,
  expectDuration,
  expectProgress,
  expectResult,
  expectList,
  expectError,
];

/** What a scenario's call owes to its expectations: a line for each that is not met, none where all are. */
export function judge(expected: Expectation, actual: CallOutcome): string[] {
  return EXPECTATIONS.flatMap((expect) => expect(expected, actual));
}

/**
 * The same for the observer. That it returns at all is what it is there for: a time-out or a thrown error fails whatever was
 * expected, and a returned `isError` result is judged like any other (SPEC 4).
 */
export function judgeObserver(expected: Expectation, actual: CallOutcome): string[] {
  const failures = judge(expected, actual);
  if (failures.length > 0 || actual.result !== undefined) return failures;
  return expectOutcome({ outcome: "success" }, actual).map((line) => `${line}; an observer has to return a result`);
}
