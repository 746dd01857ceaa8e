import { isObject, type Json, type JsonObject } from "../../protocol/json.ts";

/** What a JSON Schema of one argument allows, in words. */
export function allowedText(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return alternatives.filter(isObject).map(allowedText).join(", or ");
  switch (schema.type) {
    case "integer":
      return `a whole number${rangeText(schema.minimum, schema.maximum)}`;
    case "number":
      return `a number${rangeText(schema.minimum, schema.maximum)}`;
    case "boolean":
      return "true or false";
    case "string":
      return `a text${lengthText(schema.minLength, schema.maxLength, "character")}`;
    case "array":
      return `a list${lengthText(schema.minItems, schema.maxItems, "item")}`;
    case "object":
      return "an object";
    default:
      return "another value";
  }
}

/** A found value, short enough for a message. */
export function foundText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function rangeText(minimum: Json | undefined, maximum: Json | undefined): string {
  if (typeof minimum === "number" && typeof maximum === "number") return ` from ${minimum} to ${maximum}`;
  if (typeof minimum === "number") return ` of at least ${minimum}`;
  return typeof maximum === "number" ? ` of at most ${maximum}` : "";
}

function lengthText(minimum: Json | undefined, maximum: Json | undefined, unit: string): string {
  if (typeof minimum === "number" && typeof maximum === "number") return ` of ${minimum} to ${maximum} ${unit}s`;
  if (typeof minimum === "number") return ` of at least ${minimum} ${unit}${minimum === 1 ? "" : "s"}`;
  return typeof maximum === "number" ? ` of at most ${maximum} ${unit}s` : "";
}
