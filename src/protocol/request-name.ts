import type { Classified, JsonRpcRequest } from "./json-rpc.ts";
import { objectAt, type JsonObject } from "./json.ts";

/** What a request is about, where its method has such a thing: a tool's or prompt's name, or a resource's URI. */
export function requestName(message: JsonRpcRequest): string | undefined {
  const params = message.params;
  if (params === undefined) return undefined;
  const named = message.method.startsWith("resources/") ? params.uri : params.name;
  return typeof named === "string" ? named : undefined;
}

/** What a message that is no request is about: a notification's method; undefined for an answer. */
export function notificationName(classified: Classified): string | undefined {
  return classified.kind === "notification" ? classified.message.method : undefined;
}

/** The member of `params` that the header `Mcp-Name` repeats; other methods have no such header (2026-07-28, Streamable HTTP). */
const MIRRORED: ReadonlyMap<unknown, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** What `Mcp-Name` has to say where `message` is sent over HTTP; undefined where nothing is due, or there is nothing to repeat. */
export function mirroredName(message: JsonObject): string | undefined {
  const member = MIRRORED.get(message.method);
  const name = member === undefined ? undefined : objectAt(message, "params")?.[member];
  return typeof name === "string" ? name : undefined;
}
