import { isObject, type Json } from "../../protocol/json.ts";
import { quotedJson } from "./describe.ts";

/** How many places are told where something else was found. */
const MAX_PLACES = 10;

/** A line for each place at which `actual` does not hold what is expected: in an object the named members, in a list each item. */
export function missing(expected: Json, actual: Json | undefined, path: string): string[] {
  const lines: string[] = [];
  compare(expected, actual, path, lines);
  return lines.length <= MAX_PLACES ? lines : [...lines.slice(0, MAX_PLACES), `${path}: ${lines.length} differences`];
}

function compare(expected: Json, actual: Json | undefined, path: string, lines: string[]): void {
  if (isList(expected) && isList(actual) && expected.length === actual.length) {
    for (const [index, item] of expected.entries()) compare(item, actual[index], `${path}[${index}]`, lines);
  } else if (isObject(expected) && isObject(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      const found = Object.hasOwn(actual, key) ? actual[key] : undefined;
      if (value !== undefined) compare(value, found, `${path}.${key}`, lines);
    }
  } else if (expected !== actual) {
    const found = actual === undefined ? "nothing" : quotedJson(actual);
    lines.push(`${path}: expected ${quotedJson(expected)}, actual ${found}`);
  }
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
