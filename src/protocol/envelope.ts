import { isObject, type JsonObject } from "./json.ts";

/** The reserved keys of `params._meta` and `result._meta` in the modern era. */
export const META_KEYS = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** `params._meta` of a message, where it is an object. */
export function metaOf(message: JsonObject): JsonObject | undefined {
  const params = message.params;
  return isObject(params) && isObject(params._meta) ? params._meta : undefined;
}

/** The revision that a message's envelope names: what makes a message modern. Undefined where it has no envelope. */
export function envelopeRevision(message: JsonObject): unknown {
  return metaOf(message)?.[META_KEYS.protocolVersion];
}
