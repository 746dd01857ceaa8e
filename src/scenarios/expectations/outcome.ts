import type { Expect } from "./expect.ts";
import { described } from "./describe.ts";

/** The call came out as expected: `success`, `error` or `timeout`. */
export const expectOutcome: Expect = ({ outcome }, actual) =>
  outcome === actual.outcome ? [] : [`outcome: expected ${outcome}, actual ${described(actual)}`];
