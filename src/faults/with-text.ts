import { isObject, type JsonObject } from "../protocol/json.ts";

/** Where a result without content carries a text. */
const TEXT_KEY = "mcp-failure-lab/text";

/** The result with one more text: a tool's result gets it as content, any other as metadata, where it breaks no schema. */
export function withText(result: JsonObject, text: string): JsonObject {
  const content: unknown = result.content;
  if (Array.isArray(content)) return { ...result, content: [...(content as JsonObject[]), { type: "text", text }] };
  return { ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), [TEXT_KEY]: text } };
}
