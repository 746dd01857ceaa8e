// Prebuilt requests, so that the measuring client does nothing but send them.
import { Buffer } from "node:buffer";

/** @typedef {"legacy" | "modern"} Era */
/** @typedef {{ name: string, arguments: Record<string, unknown> }} ToolCall */

export const LEGACY_REVISION = "2025-11-25";
export const MODERN_REVISION = "2026-07-28";

const CLIENT = { name: "bench", version: "1.0.0" };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": MODERN_REVISION,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** What every modern request carries in its `_meta`. */
export function envelope() {
  return ENVELOPE;
}

export const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: LEGACY_REVISION, capabilities: {}, clientInfo: CLIENT },
});
export const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
export const DISCOVER = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "server/discover",
  params: { _meta: ENVELOPE },
});

/**
 * Makes the texts of one tool's calls: all the same but for the id.
 * @param {ToolCall} call
 * @param {Era} era
 * @returns {(id: number) => string}
 */
export function callTexts(call, era) {
  const params = era === "modern" ? { ...call, _meta: ENVELOPE } : call;
  const head = `{"jsonrpc":"2.0","id":`;
  const tail = `,"method":"tools/call","params":${JSON.stringify(params)}}`;
  return (id) => head + id + tail;
}

/**
 * @typedef {object} HttpPlace where and to whom an HTTP request goes
 * @property {number} port
 * @property {string} path
 * @property {string} [session]
 */

/**
 * A whole POST, ready for the socket.
 * @param {HttpPlace} place
 * @param {string} body
 * @param {Record<string, string>} [headers]
 */
export function post(place, body, headers = {}) {
  const lines = [
    `POST ${place.path} HTTP/1.1`,
    `Host: 127.0.0.1:${place.port}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(place.session === undefined ? [] : [`Mcp-Session-Id: ${place.session}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * The headers that belong to a message beside those of every POST.
 * @param {Era} era
 * @param {string} method
 * @param {string} [name] of the tool
 * @returns {Record<string, string>}
 */
export function versionHeaders(era, method, name) {
  if (era === "legacy") return method === "initialize" ? {} : { "Mcp-Protocol-Version": LEGACY_REVISION };
  return {
    "Mcp-Protocol-Version": MODERN_REVISION,
    "Mcp-Method": method,
    ...(name === undefined ? {} : { "Mcp-Name": name }),
  };
}
