import type { Exchange, Headers } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Channel, SendOptions } from "../../wire/channel.ts";
import { encodeEvent, encodePrime } from "../../wire/framing/event-stream.ts";
import type { EventFields, Frame, HeadFrame } from "../../wire/frame.ts";
import type { FrameQueue } from "../../wire/frame-queue.ts";
import type { HttpResponder } from "../../wire/http-port.ts";
import type { Tap } from "../../wire/tap.ts";
import type { ActingFault } from "../../wire/transform.ts";
import { endCleanly, EVENT_STREAM_HEADERS } from "./http-sink.ts";

/** What shape answers take: `auto` is JSON when the answer is the only message, else an event stream. */
export type AnswerShape = "auto" | "json" | "sse";

export const JSON_HEADERS = [["Content-Type", "application/json"]] as const;

/** Where the frames of a reply go: performed at once, or through the pipeline. */
export interface ReplyOutput {
  emit(frame: Frame): void;
  /** A whole JSON answer; the direct way makes it one write. */
  answer(status: number, headers: Headers, message: JsonObject): void;
  /** A whole answer without a body. */
  empty(status: number, headers: Headers): void;
  close(): void;
}

export interface HttpReplyOptions {
  readonly exchange: Exchange;
  readonly output: ReplyOutput;
  readonly shape: AnswerShape;
  readonly faults: readonly ActingFault[];
  /** Headers of an answer that is no error, for instance a new session's id. */
  readonly headers?: Headers | undefined;
  /** Headers of every answer, also of an error. */
  readonly always?: Headers | undefined;
  /** The answer is an event on a stream that others answer on, too: nothing of it can be JSON. */
  readonly shared?: boolean | undefined;
  /** Why the request is refused before the core hears of it. */
  readonly refusal?: string | undefined;
}

/** One HTTP answer as the core sees it. Chooses the shape at the first message and knows no methods. */
export class HttpReply implements Channel {
  readonly exchange: Exchange;
  readonly refusal: string | undefined;
  readonly #output: ReplyOutput;
  readonly #wanted: AnswerShape;
  readonly #jsonImpossible: boolean;
  readonly #shared: boolean;
  #headers: Headers;
  readonly #always: Headers | undefined;
  #ended = false;

  constructor(options: HttpReplyOptions) {
    this.exchange = options.exchange;
    this.refusal = options.refusal;
    this.#output = options.output;
    this.#wanted = options.shape;
    this.#headers = options.headers ?? [];
    this.#always = options.always;
    this.#shared = options.shared === true;
    // A shape that a fault cannot have (an answer twice in one body) becomes an event stream, here and nowhere else.
    this.#jsonImpossible = options.faults.some((fault) => !fault.shapes.includes("http-json"));
    options.exchange.onCancel = () => this.end();
  }

  send(message: JsonObject, fault?: string): void {
    this.sendEvent(message, undefined, fault);
  }

  sendEvent(message: JsonObject, sse?: EventFields, fault?: string): void {
    if (this.#ended) return;
    // Forced JSON has no place for a notification; a request must be able to reach the client.
    if (
      this.exchange.shape === undefined &&
      this.#wanted === "json" &&
      message.id === undefined &&
      !this.#jsonImpossible
    )
      return;
    this.open();
    this.#output.emit({ kind: "message", message, sse, fault });
  }

  answer(message: JsonObject, options?: SendOptions): void {
    this.answerEvent(message, options);
  }

  answerEvent(message: JsonObject, options?: SendOptions, sse?: EventFields): void {
    if (this.#ended) return;
    const status = options?.status ?? 200;
    // A handshake that fails opens no session, so its answer names none.
    if (message.error !== undefined) this.#headers = [];
    if (this.exchange.shape === undefined && this.prefersJson(status)) {
      this.exchange.shape = "http-json";
      this.#ended = true;
      this.#output.answer(status, join(JSON_HEADERS, this.#headers, options?.headers, this.#always), message);
      return;
    }
    this.open(options?.headers, status);
    this.#output.emit({ kind: "message", message, sse });
    this.end();
  }

  end(options?: SendOptions): void {
    if (this.#ended) return;
    // Where nothing is answered there is no body either; a fault that puts messages there needs the event stream.
    if (this.#jsonImpossible && options?.status !== undefined) this.open(options.headers, options.status);
    this.#ended = true;
    if (this.exchange.shape === undefined && options?.status !== undefined) {
      this.exchange.shape = "http-json";
      this.#output.empty(options.status, join(this.#headers, options.headers, this.#always));
      return;
    }
    this.#output.close();
  }

  /** Begins an event stream, unless something has already begun. */
  open(headers?: Headers, status = 200): void {
    if (this.exchange.shape !== undefined || this.#ended) return;
    this.exchange.shape = "http-sse";
    this.#output.emit({
      kind: "head",
      shape: "http-sse",
      status,
      headers: join(EVENT_STREAM_HEADERS, this.#headers, headers, this.#always),
    });
  }

  /** Sends the empty event that opens a resumable stream. */
  prime(id: string, retryMs: number): void {
    if (this.#ended) return;
    this.open();
    this.#output.emit({ kind: "prime", id, retryMs });
  }

  comment(text: string): void {
    if (!this.#ended && this.exchange.shape === "http-sse") this.#output.emit({ kind: "comment", text });
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  /** Whether an answer with this status that is the only message would be JSON. */
  prefersJson(status: number): boolean {
    if (this.#shared) return false;
    if (this.#jsonImpossible) return false;
    // Errors with an HTTP status stay JSON even where event streams are forced.
    return status !== 200 || this.#wanted !== "sse";
  }
}

/** The direct way: frames are performed as they come, a JSON answer in one write. */
export class DirectOutput implements ReplyOutput {
  readonly #exchange: Exchange;
  readonly #responder: HttpResponder;
  readonly #tap: Tap | undefined;
  readonly #finished: () => void;

  constructor(exchange: Exchange, responder: HttpResponder, tap: Tap | undefined, finished: () => void) {
    this.#exchange = exchange;
    this.#responder = responder;
    this.#tap = tap;
    this.#finished = finished;
  }

  emit(frame: Frame): void {
    switch (frame.kind) {
      case "head":
        return this.#head(frame);
      case "message":
        return this.#write(encodeEvent(frame.message, frame.sse), frame.message, frame.fault);
      case "prime":
        return this.#write(encodePrime(frame.id, frame.retryMs));
      case "comment":
        return this.#write(`: ${frame.text}\n\n`);
      default:
        throw new Error(`a healthy reply has no ${frame.kind} frame`);
    }
  }

  answer(status: number, headers: Headers, message: JsonObject): void {
    const body = JSON.stringify(message);
    if (this.#tap !== undefined) {
      const exchange = this.#exchange;
      this.#tap({ direction: "to-client", exchange, frame: { kind: "head", shape: "http-json", status, headers } });
      this.#tap({ direction: "to-client", exchange, frame: { kind: "bytes", bytes: body, of: message } });
      this.#tap({ direction: "to-client", exchange, frame: { kind: "close", how: "end" } });
    }
    this.#responder.answer(status, headers, body);
    this.#finished();
  }

  empty(status: number, headers: Headers): void {
    const exchange = this.#exchange;
    this.#tap?.({ direction: "to-client", exchange, frame: { kind: "head", shape: "http-json", status, headers } });
    this.#tap?.({ direction: "to-client", exchange, frame: { kind: "close", how: "end" } });
    this.#responder.answer(status, headers, "");
    this.#finished();
  }

  close(): void {
    this.#tap?.({ direction: "to-client", exchange: this.#exchange, frame: { kind: "close", how: "end" } });
    endCleanly(this.#responder);
    this.#finished();
  }

  #head(frame: HeadFrame): void {
    this.#tap?.({ direction: "to-client", exchange: this.#exchange, frame });
    this.#responder.head(frame.status, frame.headers);
  }

  #write(bytes: string, of?: JsonObject, fault?: string): void {
    this.#tap?.({ direction: "to-client", exchange: this.#exchange, frame: { kind: "bytes", bytes, of }, fault });
    // Not awaited on the direct way: what waits for a slow reader is bounded by the number of its requests and their answers' size.
    void Promise.resolve(this.#responder.write(bytes)).catch(() => undefined);
  }
}

/** The way through the pipeline. */
export class QueuedOutput implements ReplyOutput {
  readonly #exchange: Exchange;
  #queue: FrameQueue | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** The pipeline is made after the reply, since it needs the sink. */
  connect(queue: FrameQueue): void {
    this.#queue = queue;
  }

  emit(frame: Frame): void {
    this.#queue?.push(frame);
  }

  answer(status: number, headers: Headers, message: JsonObject): void {
    this.emit({ kind: "head", shape: "http-json", status, headers });
    this.emit({ kind: "message", message });
    this.close();
  }

  empty(status: number, headers: Headers): void {
    this.emit({ kind: "head", shape: "http-json", status, headers });
    this.close();
  }

  close(): void {
    if (this.#exchange.isSilenced) {
      this.#queue?.end({ drop: true });
      return;
    }
    this.emit({ kind: "close", how: "end" });
    this.#queue?.end();
  }
}

function join(...lists: (Headers | undefined)[]): Headers {
  const present = lists.filter((list): list is Headers => list !== undefined && list.length > 0);
  return present.length === 1 ? (present[0] ?? []) : present.flat();
}
