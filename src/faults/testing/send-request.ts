import { createFakeClock } from "../../base/fake-clock.ts";
import { createRandom } from "../../base/random.ts";
import { Exchange, type Headers } from "../../protocol/exchange.ts";
import type { JsonRpcRequest } from "../../protocol/json-rpc.ts";
import type { CloseFrame } from "../../wire/frame.ts";
import { createMailbox } from "../../wire/mailbox.ts";
import { startPipeline } from "../../wire/pipeline.ts";
import { bytesOf } from "../body-length.ts";
import type { RunnableFault } from "./runnable-fault.ts";

/** The headers of a modern client's call. */
export const CALL_HEADERS: Headers = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
  ["MCP-Protocol-Version", "2026-07-28"],
  ["Mcp-Method", "tools/call"],
  ["Mcp-Name", "echo"],
];

const CALL: JsonRpcRequest = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: {
    name: "echo",
    arguments: { value: 1 },
    _meta: { progressToken: "p1", "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
  },
};

/** What a server receives of one request. */
export interface SentRequest {
  /** Undefined over stdio. */
  readonly headers: Headers | undefined;
  readonly writes: readonly string[];
  readonly body: string;
  readonly closes: readonly CloseFrame["how"][];
}

/** Sends one request of the lab's client through a fault of direction `to-server`. */
export async function sendRequest<P>(
  fault: RunnableFault<P>,
  params: P,
  options: { readonly shape?: "stdio" | "http-json"; readonly request?: JsonRpcRequest } = {},
): Promise<SentRequest> {
  const { shape = "http-json", request = CALL } = options;
  const exchange = new Exchange({
    sequence: 1,
    connection: 1,
    method: request.method,
    era: "modern",
    revision: "2026-07-28",
    transport: shape === "stdio" ? "stdio" : "http",
    direction: "to-server",
    request,
  });
  exchange.shape = shape;
  let headers: Headers | undefined;
  const chunks: Buffer[] = [];
  const closes: CloseFrame["how"][] = [];
  const { name, stage, shapes } = fault;
  const transform = fault.apply(params);
  const acting = {
    name,
    rule: "run",
    stage,
    shapes,
    transform,
    maxMs: 0,
    random: createRandom(1),
    shared: createMailbox(),
  };
  const pipeline = startPipeline(
    exchange,
    [acting],
    {
      perform(frame) {
        if (frame.kind === "request") headers = frame.headers;
        else if (frame.kind === "bytes") chunks.push(bytesOf(frame));
        else if (frame.kind === "close") closes.push(frame.how);
      },
      finish: () => undefined,
    },
    {
      clock: createFakeClock(),
      closing: new AbortController().signal,
      listen: () => () => undefined,
      onError: (problem) => {
        throw problem;
      },
    },
  );
  if (shape !== "stdio")
    pipeline.queue.push({ kind: "request", method: "POST", target: "/mcp", headers: CALL_HEADERS });
  pipeline.queue.push({ kind: "message", message: request });
  pipeline.queue.end();
  await pipeline.done;
  return { headers, writes: chunks.map(String), body: Buffer.concat(chunks).toString(), closes };
}
