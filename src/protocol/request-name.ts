import type { Classified, JsonRpcRequest } from "./json-rpc.ts";

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
