import { isObject, type JsonObject } from "../protocol/json.ts";
import { invalidParams, type Refusal } from "./refusal.ts";
import { foundText } from "./tools/schema-text.ts";

/** A member of `params` that has to be a text. */
export function textParam(params: JsonObject, member: string): string | Refusal {
  const value = params[member];
  return typeof value === "string"
    ? value
    : invalidParams(`params.${member} must be a text; found ${foundText(value)}`);
}

/** A member of `params` that has to be an object of texts, and may be left out. */
export function textsParam(params: JsonObject, member: string): Record<string, string> | Refusal {
  const value = params[member];
  if (value === undefined) return {};
  if (!isObject(value)) return invalidParams(`params.${member} must be an object; found ${foundText(value)}`);
  const texts: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== "string")
      return invalidParams(`params.${member}.${name} must be a text; found ${foundText(text)}`);
    texts[name] = text;
  }
  return texts;
}
