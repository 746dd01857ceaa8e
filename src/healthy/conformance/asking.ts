import { isObject, objectAt, type JsonObject } from "../../protocol/json.ts";
import type { Ask, Input } from "../input-required.ts";

/** Asks the user to fill in a form. */
export function form(message: string, properties: Readonly<Record<string, JsonObject>>): Ask {
  const requestedSchema = { type: "object", properties, required: Object.keys(properties) };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

/** Asks the client's model. */
export function sample(text: string, maxTokens: number): Ask {
  const messages = [{ role: "user", content: { type: "text", text } }];
  return { method: "sampling/createMessage", params: { messages, maxTokens } };
}

export const ROOTS: Ask = { method: "roots/list", params: {} };

/** The text that the user entered under `member`; undefined where nothing usable came back. */
export function accepted(input: Input, key: string, member: string): string | undefined {
  const response = objectAt(input.responses, key);
  // A client may accept with other content than was asked for.
  const value = response?.action === "accept" ? objectAt(response, "content")?.[member] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Whether the user was asked and would not answer. */
export function refused(input: Input, key: string): boolean {
  const action = objectAt(input.responses, key)?.action;
  return action === "decline" || action === "cancel";
}

/** The text that the client's model gave; undefined where there is none. */
export function sampled(input: Input, key: string): string | undefined {
  const content = objectAt(input.responses, key)?.content;
  const items: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = items.flatMap((item) => (isObject(item) && typeof item.text === "string" ? [item.text] : []));
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** The URIs of the client's roots; undefined where nothing usable came back. */
export function rootUris(input: Input, key: string): readonly string[] | undefined {
  const roots = objectAt(input.responses, key)?.roots;
  if (!Array.isArray(roots)) return undefined;
  return roots.flatMap((root: unknown) => (isObject(root) && typeof root.uri === "string" ? [root.uri] : []));
}
