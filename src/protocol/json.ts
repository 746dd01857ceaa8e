/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Members that are `undefined` are left out when it is written. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at `value[member]`, or undefined where there is none. */
export function objectAt(value: unknown, member: string): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const found = value[member];
  return isObject(found) ? found : undefined;
}
