import { describeValue } from "../../base/schema-describe.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
};

/**
 * Checks arguments against the top level of an input schema: unknown ones where the schema forbids them, missing ones, simple types.
 * Says what is wrong with the first that is, or nothing. Faults check theirs by their own schemas.
 */
export function argumentFault(tool: string, schema: JsonObject, args: JsonObject): string | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined && schema.additionalProperties === false) {
    const allowed = names.length === 0 ? "it takes no arguments" : `allowed are ${names.join(", ")}`;
    return `Tool ${tool}: found unknown argument ${describeValue(unknown)}; ${allowed}`;
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, property] of Object.entries(properties)) {
    const value = args[name];
    if (!isObject(property) || typeof property.type !== "string") continue;
    if (value === undefined ? !required.includes(name) : FITS[property.type]?.(value) !== false) continue;
    return `Tool ${tool}: argument ${name}: found ${describeValue(value)}, allowed is a value of type ${property.type}`;
  }
  return undefined;
}
