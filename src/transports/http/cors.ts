import type { Headers } from "../../protocol/exchange.ts";
import type { HttpRequest } from "../../wire/http-port.ts";

const EXPOSED = "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After";
/** How long a browser may keep the answer to its question, in seconds. */
const MAX_AGE = "600";

/** What lets a page of a good origin read an answer. */
export function readableBy(origin: string): Headers {
  return [
    ["Access-Control-Allow-Origin", origin],
    ["Access-Control-Expose-Headers", EXPOSED],
    ["Vary", "Origin"],
  ];
}

/** What a browser is told that asks by OPTIONS before it sends a request; undefined for everything that is no such question. */
export function preflightHeaders(request: HttpRequest): Headers | undefined {
  if (request.header("origin") === undefined || request.header("access-control-request-method") === undefined)
    return undefined;
  const wanted = request.header("access-control-request-headers");
  return [
    ["Access-Control-Allow-Methods", "GET, POST, DELETE"],
    ...(wanted === undefined ? [] : [["Access-Control-Allow-Headers", wanted] as const]),
    ["Access-Control-Max-Age", MAX_AGE],
  ];
}
