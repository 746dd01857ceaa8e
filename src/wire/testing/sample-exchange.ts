import { Exchange, type ExchangeFacts } from "../../protocol/exchange.ts";
import type { JsonRpcRequest } from "../../protocol/json-rpc.ts";

/** The call that an exchange is about unless another is given; it carries a progress token. */
export const SAMPLE_REQUEST: JsonRpcRequest = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "echo", arguments: {}, _meta: { progressToken: "p1" } },
};

/** The first exchange of a legacy stdio connection, a tool call, except for what `facts` says. */
export function sampleExchange(facts: Partial<ExchangeFacts> = {}): Exchange {
  return new Exchange({
    sequence: 1,
    connection: 1,
    method: "tools/call",
    name: "echo",
    era: "legacy",
    revision: "2025-11-25",
    transport: "stdio",
    direction: "to-client",
    request: SAMPLE_REQUEST,
    ...facts,
  });
}
