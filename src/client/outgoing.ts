import { META_KEYS } from "../protocol/envelope.ts";
import { notification, type JsonRpcMessage, type JsonRpcRequest, type RequestId } from "../protocol/json-rpc.ts";
import { objectAt, type JsonObject } from "../protocol/json.ts";
import { eraOf, type Revision } from "../protocol/revision.ts";

/** What the client says of itself. */
export interface ClientSelf {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: JsonObject;
}

/** A request as the era wants it: with an envelope in the modern era, and always with a progress token (SPEC 14.9). */
export function requestMessage(
  self: ClientSelf,
  revision: Revision,
  id: RequestId,
  token: RequestId,
  method: string,
  params: JsonObject,
): JsonRpcRequest {
  const meta = { progressToken: token, ...objectAt(params, "_meta"), ...envelope(self, revision) };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } };
}

/** A notification as the era wants it. */
export function notificationMessage(
  self: ClientSelf,
  revision: Revision,
  method: string,
  params?: JsonObject,
): JsonRpcMessage {
  if (eraOf(revision) === "legacy") return notification(method, params);
  return notification(method, { ...params, _meta: { ...objectAt(params, "_meta"), ...envelope(self, revision) } });
}

function envelope(self: ClientSelf, revision: Revision): JsonObject {
  if (eraOf(revision) === "legacy") return {};
  return {
    [META_KEYS.protocolVersion]: revision,
    [META_KEYS.clientInfo]: self.clientInfo,
    [META_KEYS.clientCapabilities]: self.capabilities,
  };
}

/** What `Mcp-Name` mirrors, and rules match by: the tool, the prompt or the resource. */
export function nameOf(method: string, params: JsonObject): string | undefined {
  const name = method === "resources/read" ? params.uri : params.name;
  const named = method === "tools/call" || method === "prompts/get" || method === "resources/read";
  return named && typeof name === "string" ? name : undefined;
}
