import type { Expect } from "./expect.ts";
import { described, quoted } from "./describe.ts";

/** What the list holds. If a list is expected and none came, that is one failure, whatever was expected of it. */
export const expectList: Expect = ({ list: expected }, actual) => {
  if (expected === undefined) return [];
  const { listed } = actual;
  if (listed === undefined) return [`list: expected a list, actual none: ${described(actual)}`];
  const failures: string[] = [];
  const { count, names, contains = [] } = expected;
  if (count !== undefined && count !== listed.length)
    failures.push(`list.count: expected ${count}, actual ${listed.length}`);
  if (names !== undefined && !isSame(names, listed))
    failures.push(`list.names: expected ${told(names)}, actual ${told(listed)}`);
  const missing = contains.filter((name) => !listed.includes(name));
  if (missing.length > 0) failures.push(`list.contains: expected ${told(missing)}, actual ${told(listed)}`);
  return failures;
};

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

function told(names: readonly string[]): string {
  const first = names.slice(0, 20).map(quoted).join(", ");
  return `[${first}${names.length > 20 ? `, … ${names.length} names` : ""}]`;
}
