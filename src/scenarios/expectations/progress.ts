import type { Expect } from "./expect.ts";

/** Exactly these progress values came for the call, in this order. */
export const expectProgress: Expect = ({ progressValues: expected }, { progressValues: actual }) => {
  if (expected === undefined || isSame(expected, actual)) return [];
  return [`progressValues: expected ${list(expected)}, actual ${list(actual)}`];
};

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function list(values: readonly number[]): string {
  const told = values.slice(0, 20).join(", ");
  return `[${told}${values.length > 20 ? `, … ${values.length} values` : ""}]`;
}
