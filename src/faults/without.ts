import type { JsonObject } from "../protocol/json.ts";

/** The object without some of its members. */
export function without(object: JsonObject, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !members.includes(name)));
}
