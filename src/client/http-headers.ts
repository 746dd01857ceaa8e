import type { Exchange, Headers } from "../protocol/exchange.ts";
import type { JsonRpcMessage } from "../protocol/json-rpc.ts";
import { objectAt } from "../protocol/json.ts";
import { headerValue } from "./header-value.ts";
import type { ToolHeaders } from "./tool-headers.ts";

export interface HttpSession {
  /** Headers of the caller, on every request. */
  readonly own: Headers;
  readonly toolHeaders: ToolHeaders;
  /** The legacy session, once opened. */
  id: string | undefined;
}

/** The headers of a POST that carries `message`. */
export function postHeaders(exchange: Exchange, message: JsonRpcMessage, session: HttpSession): Headers {
  return [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ["Accept-Encoding", "identity"],
    ...(exchange.era === "modern" ? mirrored(exchange, message, session) : handshaken(exchange, session)),
    ...session.own,
  ];
}

/** The headers of a GET of the legacy era. */
export function getHeaders(exchange: Exchange, session: HttpSession, lastEventId?: string): Headers {
  return [
    ["Accept", "text/event-stream"],
    ["Accept-Encoding", "identity"],
    ...handshaken(exchange, session),
    ...(lastEventId === undefined ? [] : ([["Last-Event-ID", lastEventId]] as const)),
    ...session.own,
  ];
}

/** The headers of a DELETE of the legacy era. */
export function deleteHeaders(exchange: Exchange, session: HttpSession): Headers {
  return [...handshaken(exchange, session), ...session.own];
}

/** 2026-07-28: what a server or a box on the way may want to know is said in headers, too. */
function mirrored(exchange: Exchange, message: JsonRpcMessage, session: HttpSession): Headers {
  const headers: (readonly [string, string])[] = [["MCP-Protocol-Version", exchange.revision]];
  if (typeof message.method === "string") headers.push(["Mcp-Method", message.method]);
  if (exchange.name !== undefined) headers.push(["Mcp-Name", headerValue(exchange.name)]);
  const params = message.method === "tools/call" ? objectAt(message, "params") : undefined;
  return params === undefined ? headers : [...headers, ...session.toolHeaders.of(params)];
}

/** Legacy: `initialize` opens, so that it can name neither session nor agreement. */
function handshaken(exchange: Exchange, session: HttpSession): Headers {
  if (exchange.method === "initialize") return [];
  const version = ["MCP-Protocol-Version", exchange.revision] as const;
  return session.id === undefined ? [version] : [version, ["Mcp-Session-Id", session.id]];
}

/** The value of a header; the first where it stands several times. */
export function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** The media type of an answer without its parameters, in lower case; `""` where there is none. */
export function mediaTypeOf(headers: Headers): string {
  return (headerOf(headers, "content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
