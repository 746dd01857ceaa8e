import { describeValue } from "../base/schema-describe.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";

/** An id as JSON-RPC and MCP allow it. `0` and `""` are ids; absent is `undefined`. */
export type RequestId = string | number;

export interface JsonRpcRequest extends JsonObject {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: JsonObject;
}

export interface JsonRpcNotification extends JsonObject {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: JsonObject;
}

export interface JsonRpcResult extends JsonObject {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: JsonObject;
}

export interface JsonRpcErrorObject extends JsonObject {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

export interface JsonRpcError extends JsonObject {
  readonly jsonrpc: "2.0";
  /** `null` where the request could not be read. */
  readonly id: RequestId | null;
  readonly error: JsonRpcErrorObject;
}

export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResult | JsonRpcError;

/** Codes of JSON-RPC 2.0 and of the MCP revisions. */
export const ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Legacy HTTP: a request that the transport refuses. */
  refused: -32000,
  /** Legacy HTTP: an unknown session. */
  sessionNotFound: -32001,
  /** Legacy: an unknown resource. */
  resourceNotFound: -32002,
  /** Modern: a header that is missing or says something else than the body. */
  headerMismatch: -32020,
  /** Modern: a client capability that the request needs and the client did not declare. */
  missingClientCapability: -32021,
  /** Modern: a revision that the server does not speak. */
  unsupportedRevision: -32022,
} as const;

/** What a received JSON value is, judged by JSON-RPC 2.0 as MCP narrows it (ids are strings or whole numbers, never null). */
export type Classified =
  | { readonly kind: "request"; readonly message: JsonRpcRequest }
  | { readonly kind: "notification"; readonly message: JsonRpcNotification }
  | { readonly kind: "response"; readonly message: JsonRpcResult | JsonRpcError }
  | { readonly kind: "invalid"; readonly reason: string; readonly id: RequestId | null };

const MEMBERS = { request: ["jsonrpc", "id", "method", "params"], response: ["jsonrpc", "id", "result", "error"] };

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}

/** Judges one received value. Never throws. */
export function classify(value: unknown): Classified {
  if (!isObject(value)) return invalid("a JSON-RPC message must be an object", null);
  const id = isRequestId(value.id) ? value.id : null;
  if (value.jsonrpc !== "2.0") return invalid('"jsonrpc" must be "2.0"', id);
  if (value.method !== undefined) {
    if (typeof value.method !== "string") return invalid('"method" must be a string', id);
    const extra = Object.keys(value).find((member) => !MEMBERS.request.includes(member));
    if (extra !== undefined) return invalid(`unknown member ${describeValue(extra)}`, id);
    if (value.params !== undefined && !isObject(value.params)) return invalid('"params" must be an object', id);
    // The guards above have established the members of each interface.
    if (!("id" in value)) return { kind: "notification", message: value as unknown as JsonRpcNotification };
    if (id === null) return invalid('"id" must be a string or a whole number', null);
    return { kind: "request", message: value as unknown as JsonRpcRequest };
  }
  return classifyResponse(value, id);
}

function classifyResponse(value: JsonObject, id: RequestId | null): Classified {
  const hasResult = value.result !== undefined;
  const hasError = value.error !== undefined;
  if (!hasResult && !hasError) return invalid('"method" is missing', id);
  if (hasResult && hasError) return invalid('a response has either "result" or "error", not both', id);
  const extra = Object.keys(value).find((member) => !MEMBERS.response.includes(member));
  if (extra !== undefined) return invalid(`unknown member ${describeValue(extra)}`, id);
  if (hasResult) {
    if (id === null) return invalid('"id" must be a string or a whole number', null);
    if (!isObject(value.result)) return invalid('"result" must be an object', id);
  } else {
    if (id === null && value.id !== null && value.id !== undefined)
      return invalid('"id" must be a string or a whole number', null);
    const error = value.error;
    if (!isObject(error)) return invalid('"error" must be an object', id);
    if (typeof error.code !== "number" || !Number.isInteger(error.code))
      return invalid('"error.code" must be a whole number', id);
    if (typeof error.message !== "string") return invalid('"error.message" must be a string', id);
  }
  return { kind: "response", message: value as unknown as JsonRpcResult | JsonRpcError };
}

function invalid(reason: string, id: RequestId | null): Classified {
  return { kind: "invalid", reason, id };
}

export function result(id: RequestId, value: JsonObject): JsonRpcResult {
  return { jsonrpc: "2.0", id, result: value };
}

export function error(id: RequestId | null, code: number, message: string, data?: Json): JsonRpcError {
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}

export function notification(method: string, params?: JsonObject): JsonRpcNotification {
  return params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params };
}

/** A value that its sender meant as an answer, however broken: it has an id and no method. */
export function looksLikeResponse(value: unknown): value is JsonObject {
  return isObject(value) && value.method === undefined && isRequestId(value.id);
}

/** A message that answers a request: it has an id and a result or an error, and no method. */
export function isResponse(message: JsonObject): boolean {
  return message.method === undefined && (message.result !== undefined || message.error !== undefined);
}

/** The id of a message that is refused before it is read as one. */
export function idOfRefused(value: unknown): RequestId | null {
  return isObject(value) && isRequestId(value.id) ? value.id : null;
}
