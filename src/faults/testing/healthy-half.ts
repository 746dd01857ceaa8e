import type { Exchange, Shape } from "../../protocol/exchange.ts";
import { progressTokenOf } from "../../protocol/exchange.ts";
import { error, result } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { FakeClock } from "../../base/fake-clock.ts";
import type { FrameQueue } from "../../wire/frame-queue.ts";
import type { PingOutcome, ToolCall } from "../fault-tool.ts";
import { sampleResult } from "./sample-messages.ts";
import type { RunnableFault } from "./runnable-fault.ts";

/** What the healthy side of a run says, if nothing goes wrong. */
export interface HealthyHalf {
  /** Messages that it sends before its answer. */
  readonly before?: readonly JsonObject[] | undefined;
  /** The result of its answer; what the fault's tool answers unless set. */
  readonly result?: JsonObject | undefined;
  /** The code of an error that it answers with in place of a result. */
  readonly refused?: number | undefined;
  /** What comes of a ping that the tool sends. */
  readonly ping?: PingOutcome | undefined;
}

/** Plays the healthy side of one exchange: puts into `queue` what a correct peer would send. */
export async function playHealthy<P>(
  fault: RunnableFault<P>,
  params: P,
  half: HealthyHalf,
  place: { exchange: Exchange; shape: Shape; queue: FrameQueue; clock: FakeClock },
): Promise<void> {
  const { exchange, shape, queue } = place;
  const { request } = exchange;
  const isHttp = exchange.transport === "http";

  const open = (chosen: "http-json" | "http-sse") => {
    if (!isHttp || exchange.shape !== undefined) return;
    exchange.shape = chosen;
    const type = chosen === "http-json" ? "application/json" : "text/event-stream";
    const session = exchange.method === "initialize" ? [["Mcp-Session-Id", "session-1"] as const] : [];
    queue.push({ kind: "head", shape: chosen, status: 200, headers: [["Content-Type", type], ...session] });
  };
  const send = (message: JsonObject) => {
    open("http-sse");
    queue.push({ kind: "message", message });
  };

  if (exchange.direction === "to-server") {
    if (isHttp)
      queue.push({ kind: "request", method: "POST", target: "/mcp", headers: [["Content-Type", "application/json"]] });
    if (request !== undefined) queue.push({ kind: "message", message: request });
    queue.end();
    return;
  }
  half.before?.forEach(send);
  if (request === undefined) {
    if (isHttp) playWithoutRequest(exchange, queue, () => open("http-sse"));
    // A stream is open until its peer closes it; nothing is said where a process or a connection begins or ends.
    else if (exchange.method !== "$stream") queue.end();
  } else {
    const call = toolCall(half.ping ?? "success", send, place);
    const tool = exchange.name === fault.name ? fault.tool : undefined;
    const value = half.result ?? (await tool?.answer(params, call)) ?? sampleResult(request.method);
    if (exchange.isCancelled) return;
    const shapes = fault.shapesWith?.(params) ?? fault.shapes;
    // Answered first and by nothing else it may be JSON; a fault that cannot have that shape gets an event stream.
    open(shape === "http-json" && shapes.includes("http-json") ? "http-json" : "http-sse");
    const message =
      half.refused === undefined
        ? result(request.id, exchange.era === "modern" ? { resultType: "complete", ...value } : value)
        : error(request.id, half.refused, "Refused");
    queue.push({ kind: "message", message });
    if (isHttp) queue.push({ kind: "close", how: "end" });
    queue.end();
  }
}

/** HTTP statuses of the exchanges without a request that end at once and without a body. */
const STATUSES: Readonly<Record<string, number>> = { $notification: 202, $delete: 200, $refused: 400 };

function playWithoutRequest(exchange: Exchange, queue: FrameQueue, openStream: () => void): void {
  const status = STATUSES[exchange.method];
  if (status !== undefined) {
    exchange.shape = "http-json";
    queue.push({ kind: "head", shape: "http-json", status, headers: [] });
    queue.push({ kind: "close", how: "end" });
  } else if (exchange.method === "$stream" || exchange.method === "$resume") return openStream();
  queue.end();
}

function toolCall(
  outcome: PingOutcome,
  send: (message: JsonObject) => void,
  { exchange, clock }: { exchange: Exchange; clock: FakeClock },
): ToolCall {
  return {
    exchange,
    clock,
    progressToken: progressTokenOf(exchange.request),
    async ping(timeoutMs) {
      if (exchange.era === "modern") return "unsupported";
      send({ jsonrpc: "2.0", id: "ping-1", method: "ping" });
      if (outcome === "timeout") await clock.sleep(timeoutMs, exchange.cancelled);
      return exchange.isCancelled ? "cancelled" : outcome;
    },
  };
}
