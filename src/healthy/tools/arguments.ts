import { isObject, type JsonObject } from "../../protocol/json.ts";
import { allowedText, foundText } from "./schema-text.ts";

/**
 * Checks arguments against the top level of an input schema: unknown ones (where the schema forbids them), missing ones, types, ranges
 * and choices. Says what is wrong with the first that is, or nothing.
 */
export function argumentFault(tool: string, schema: JsonObject, args: JsonObject): string | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (schema.additionalProperties === false) {
    const unknown = Object.keys(args).find((name) => !names.includes(name));
    if (unknown !== undefined) return unknownArgument(tool, names, unknown);
  }
  for (const name of names) {
    const property = properties[name];
    const value = args[name];
    if (!isObject(property) || (value === undefined && !required.includes(name))) continue;
    if (!fits(property, value))
      return `Tool ${tool}: argument "${name}" must be ${allowedText(property)}; found ${foundText(value)}`;
  }
  return undefined;
}

function unknownArgument(tool: string, names: readonly string[], unknown: string): string {
  const allowed = names.length === 0 ? "it takes none" : `allowed: ${names.map((name) => `"${name}"`).join(", ")}`;
  return `Tool ${tool}: found unknown argument ${foundText(unknown)}; ${allowed}`;
}

function fits(schema: JsonObject, value: unknown): boolean {
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  switch (schema.type) {
    case "integer":
      return Number.isInteger(value) && inRange(schema, value);
    case "number":
      return typeof value === "number" && inRange(schema, value);
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return value !== undefined;
  }
}

function inRange(schema: JsonObject, value: unknown): boolean {
  if (typeof value !== "number") return false;
  if (typeof schema.minimum === "number" && value < schema.minimum) return false;
  return !(typeof schema.maximum === "number" && value > schema.maximum);
}
