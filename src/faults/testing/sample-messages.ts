import type { JsonRpcRequest } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../protocol/json.ts";

/** Parameters and results of requests, as a correct peer would send them. */
const SAMPLES: Readonly<Record<string, { readonly params: JsonObject; readonly result: JsonObject }>> = {
  initialize: {
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "client", version: "1.0.0" } },
    result: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "server", version: "1.0.0" },
    },
  },
  "server/discover": {
    params: {},
    result: { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
  },
  "tools/list": {
    params: {},
    result: {
      tools: [
        { name: "echo", description: "Says it again.", inputSchema: { type: "object" } },
        { name: "add", description: "Adds two numbers.", inputSchema: { type: "object" } },
        { name: "time", description: "Tells the time.", inputSchema: { type: "object" } },
      ],
    },
  },
  "tools/call": {
    params: { name: "echo", arguments: {} },
    result: { content: [{ type: "text", text: "healthy" }] },
  },
  "resources/list": { params: {}, result: { resources: [{ uri: "lab://text", name: "text" }] } },
  "resources/read": {
    params: { uri: "lab://text" },
    result: { contents: [{ uri: "lab://text", mimeType: "text/plain", text: "healthy" }] },
  },
  "prompts/list": { params: {}, result: { prompts: [{ name: "greet" }] } },
  "prompts/get": {
    params: { name: "greet" },
    result: { messages: [{ role: "user", content: { type: "text", text: "healthy" } }] },
  },
};

/** A request of that method, with a progress token. */
export function sampleRequest(method: string, params: JsonObject = SAMPLES[method]?.params ?? {}): JsonRpcRequest {
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { progressToken: "p1" } } };
}

/** What a correct server answers to it. */
export function sampleResult(method: string): JsonObject {
  return SAMPLES[method]?.result ?? {};
}
