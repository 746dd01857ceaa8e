import { Buffer } from "node:buffer";
import type { Clock } from "../base/clock.ts";
import { errorText } from "../base/errors.ts";
import { MAX_CLIENT_MESSAGE_BYTES } from "../base/limits.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { isObject } from "../protocol/json.ts";
import { EventStreamParser, type StreamItem } from "../wire/framing/event-stream-parser.ts";
import { ConnectionLost, type HttpAnswer } from "../wire/http-port.ts";
import { headerOf, mediaTypeOf } from "./http-headers.ts";
import { failed, invalidMessage, succeeded, transportLoss, type ClientFailure, type ClientOutcome } from "./outcome.ts";
import { quoted } from "./quoted.ts";
import { readBytes, readText } from "./read-message.ts";
import type { TransportEvents } from "./transport.ts";

/** How an event stream ended. */
export interface StreamEnd {
  readonly failure: ClientFailure;
  /** The last event id that was seen: the stream can be resumed from there (legacy). */
  readonly lastEventId: string | undefined;
  /** How long the server wants to be left alone before that. */
  readonly retryMs: number | undefined;
  /** Whether any message came. */
  readonly lively: boolean;
}

/** After its answer a stream should end; one that does not is closed so much later. What still comes is noted. */
const LINGER_MS = 5_000;

export interface ReadingContext {
  readonly events: TransportEvents;
  readonly clock: Clock;
  /** Closes the request. */
  readonly controller: AbortController;
}

/** Notes the head of an answer. */
export function sawHead(answer: HttpAnswer, exchange: Exchange, { events }: ReadingContext): void {
  const shape = mediaTypeOf(answer.headers) === "text/event-stream" ? "http-sse" : "http-json";
  events.saw({ kind: "head", shape, status: answer.status, headers: answer.headers }, exchange);
}

/** Why an answer to a request cannot hold an MCP answer, whatever its body says; undefined where it can. */
export function headFlaw({ status, headers }: HttpAnswer): string | undefined {
  const encoding = headerOf(headers, "content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return `HTTP ${status} in the content encoding ${quoted(encoding)}, which was not asked for`;
  return undefined;
}

/** Reads one JSON body and hands on what it holds. */
export async function readJsonBody(answer: HttpAnswer, exchange: Exchange, context: ReadingContext): Promise<void> {
  const body = await collect(answer, context.controller);
  if (!body.ok) {
    context.events.failed(exchange, body.failure);
    return;
  }
  const read = readBytes(body.value);
  const of = isObject(read.value) ? read.value : undefined;
  context.events.arrived({ ...read, exchange, frame: { kind: "bytes", bytes: body.value, of } });
  context.events.failed(exchange, invalidMessage(`the body of HTTP ${answer.status} is not the answer`));
}

/** The whole body, bounded. */
export async function collect(answer: HttpAnswer, controller: AbortController): Promise<ClientOutcome<Buffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > MAX_CLIENT_MESSAGE_BYTES) {
        controller.abort();
        return failed(
          invalidMessage(`the body of HTTP ${answer.status} is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`),
        );
      }
      chunks.push(chunk);
    }
    return succeeded(Buffer.concat(chunks));
  } catch (error) {
    return failed(lossOf(error, "the answer's body was cut"));
  }
}

/** Reads and drops a body, so that its connection can be used again. */
export async function discard(answer: HttpAnswer, controller: AbortController): Promise<void> {
  await collect(answer, controller);
}

/** Reads an event stream up to its end, whatever the end is, and hands on what it holds. */
export async function readEvents(answer: HttpAnswer, exchange: Exchange, context: ReadingContext): Promise<StreamEnd> {
  const { events, clock, controller } = context;
  const parser = new EventStreamParser(MAX_CLIENT_MESSAGE_BYTES);
  const state = { lively: false, retryMs: undefined as number | undefined };
  let stopWaiting: (() => void) | undefined;
  let failure = transportLoss("the answer's stream ended without the answer");
  try {
    for await (const chunk of answer.body) {
      for (const item of parser.push(chunk)) takeItem(item, exchange, context, state);
      if (controller.signal.aborted) break;
      if (stopWaiting === undefined && exchange.request !== undefined && !events.waits(exchange))
        stopWaiting = clock.after(LINGER_MS, () => controller.abort(), { unref: true });
    }
    if (parser.end()) {
      events.observe("unreadable", "an event stream ended in the middle of an event");
      failure = transportLoss("the answer's stream ended in the middle of an event");
    }
    events.saw({ kind: "close", how: "end" }, exchange);
  } catch (error) {
    failure = lossOf(error, "the answer's stream was cut");
    if (!controller.signal.aborted) events.saw({ kind: "close", how: "cut" }, exchange);
  } finally {
    stopWaiting?.();
  }
  return { failure, lastEventId: parser.lastEventId, ...state };
}

function takeItem(
  item: StreamItem,
  exchange: Exchange,
  { events, controller }: ReadingContext,
  state: { lively: boolean; retryMs: number | undefined },
): void {
  if (item.kind === "comment") {
    events.saw({ kind: "comment", text: item.text }, exchange);
    return;
  }
  if (item.kind === "too-long") {
    events.failed(exchange, invalidMessage(`an event is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`));
    controller.abort();
    return;
  }
  state.retryMs = item.retryMs ?? state.retryMs;
  const { id, retryMs } = item;
  if (item.data === undefined || item.data === "") {
    events.saw({ kind: "prime", id: id ?? "", retryMs }, exchange);
    return;
  }
  state.lively = true;
  const event = item.type === "" ? undefined : item.type;
  const read = readText(item.data);
  const value = isObject(read.value) ? read.value : undefined;
  const sse = { id, event, retryMs };
  const frame =
    value === undefined || read.outlined === true
      ? ({ kind: "bytes", bytes: item.data } as const)
      : ({ kind: "message", message: value, sse } as const);
  // Only events of the type "message" carry messages; to a reader of the standard another type is another event.
  const foreign = event !== undefined && event !== "message";
  const excerpt = foreign ? `event "${event}": ${read.excerpt}` : read.excerpt;
  const arrival = foreign ? { problem: "an event of another type", excerpt } : read;
  events.arrived({ ...arrival, exchange, frame });
}

/** What a lost connection means: bytes that are no HTTP came from the server, anything else is a loss. */
export function lossOf(error: unknown, what: string): ClientFailure {
  if (!(error instanceof ConnectionLost)) return transportLoss(`${what}: ${errorText(error)}`);
  const { reason, message } = error;
  if (reason.startsWith("HPE_")) return { ...invalidMessage(`${what}: it is not HTTP (${message})`), reason };
  return { ...transportLoss(`${what}: ${message}`), reason };
}
