import { describeValue } from "../base/schema-describe.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { invalidParams, type Refusal } from "./refusal.ts";

/** A member of `params` that has to be a text. */
export function textParam(params: JsonObject, member: string): string | Refusal {
  const value = params[member];
  return typeof value === "string"
    ? value
    : invalidParams(`params.${member} must be a text; found ${describeValue(value)}`);
}

/** A member of `params` that has to be an object of texts, and may be left out. */
export function textsParam(params: JsonObject, member: string): Record<string, string> | Refusal {
  const value = params[member];
  if (value === undefined) return {};
  if (!isObject(value)) return invalidParams(`params.${member} must be an object; found ${describeValue(value)}`);
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== "string")
      return invalidParams(`params.${member}.${name} must be a text; found ${describeValue(text)}`);
    texts[name] = text;
  }
  return texts;
}
