import type { Json, JsonObject } from "../protocol/json.ts";

/** Parameters as the text of a rule has them, each with a blank before it: ` key=value`. */
export function ruleWords(params: JsonObject): string {
  return Object.entries(params)
    .map(([key, value]) => ` ${key}=${ruleValue(value)}`)
    .join("");
}

/** A text stands for itself, unless it would be read as JSON. No value may hold a blank, which ends it. */
function ruleValue(value: Json | undefined): string {
  const isPlain = typeof value === "string" && !/^(["{[]|-?\d|true$|false$|null$)|\s/.test(value);
  return isPlain ? value : JSON.stringify(value).replaceAll(" ", "\\u0020");
}
