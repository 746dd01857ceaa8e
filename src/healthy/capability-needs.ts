import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import type { Ask } from "./input-required.ts";

/** What the client would have to have declared, as an object of objects; undefined where it has declared all of it. */
export function missingCapabilities(asks: readonly Ask[], declared: JsonObject): JsonObject | undefined {
  const missing = asks.flatMap((ask) => missingFor(ask, declared));
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}

function missingFor(ask: Ask, declared: JsonObject): (readonly [name: string, need: JsonObject])[] {
  switch (ask.method) {
    case "elicitation/create": {
      const modes = objectAt(declared, "elicitation");
      if (ask.params?.mode === "url") return isObject(modes?.url) ? [] : [["elicitation", { url: {} }]];
      // An `elicitation` without modes means forms; one that names modes means just those.
      return modes !== undefined && (isObject(modes.form) || modes.url === undefined) ? [] : [["elicitation", {}]];
    }
    case "sampling/createMessage": {
      const sampling = objectAt(declared, "sampling");
      if (ask.params?.tools !== undefined) return isObject(sampling?.tools) ? [] : [["sampling", { tools: {} }]];
      return sampling === undefined ? [["sampling", {}]] : [];
    }
    case "roots/list":
      return objectAt(declared, "roots") === undefined ? [["roots", {}]] : [];
    default:
      return ask.method satisfies never;
  }
}
