import type { CallOutcome } from "../call-outcome.ts";
import type { Expectation } from "../expectation-schema.ts";

/**
 * One thing that a scenario may expect of a call. Gives a line for each part that is not met, expected beside actual; none where
 * nothing of the kind is expected.
 */
export type Expect = (expected: Expectation, actual: CallOutcome) => readonly string[];
