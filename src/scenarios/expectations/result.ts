import { textBytes } from "../call-outcome.ts";
import { missing } from "./contains.ts";
import type { Expect } from "./expect.ts";
import { described, quoted } from "./describe.ts";

/** What the returned result says. If a result is expected and none came, that is one failure, whatever was expected of it. */
export const expectResult: Expect = ({ result: expected }, actual) => {
  if (expected === undefined) return [];
  const { result } = actual;
  if (result === undefined) return [`result: expected a result, actual none: ${described(actual)}`];
  const failures: string[] = [];
  const { isError, textContains, textBytes: bytes, contains } = expected;
  if (isError !== undefined && isError !== result.isError)
    failures.push(`result.isError: expected ${isError}, actual ${result.isError}`);
  if (textContains !== undefined && !result.texts.some((text) => text.includes(textContains)))
    failures.push(`result.textContains: expected ${quoted(textContains)}, actual ${texts(result.texts)}`);
  if (bytes !== undefined && bytes !== textBytes(result.texts))
    failures.push(`result.textBytes: expected ${bytes}, actual ${textBytes(result.texts)}`);
  if (contains !== undefined) failures.push(...missing(contains, result.whole, "result.contains"));
  return failures;
};

function texts(items: readonly string[]): string {
  return items.length === 0 ? "no text" : quoted(items.join("\n"));
}
