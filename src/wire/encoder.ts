import { Buffer } from "node:buffer";
import type { Shape } from "../protocol/exchange.ts";
import { encodeComment, encodeEvent, encodePrime } from "./framing/event-stream.ts";
import { encodeLine } from "./framing/line.ts";
import type { BytesFrame, Frame, HeadFrame, MessageFrame } from "./frame.ts";

type Step = IteratorResult<Frame, undefined>;

const END: Step = { done: true, value: undefined };

/** Told of each frame that stands for others, so that marks can follow. */
export type Derive = (from: Frame, to: Frame) => void;

/**
 * The stage between message faults and byte faults: messages become bytes. The framing follows from the shape, which for HTTP is
 * known at the head. A JSON head waits for its body, since the length belongs to the encoder (a fault that wrote one wins).
 *
 * An iterator by hand, because a failed close has to be thrown at the yield of the fault that asked for it.
 */
export class Encoder implements AsyncIterableIterator<Frame, undefined> {
  readonly #source: AsyncIterator<Frame, unknown>;
  readonly #derive: Derive | undefined;
  #shape: Shape | undefined;
  #ready: Frame[] = [];
  #heldHead: HeadFrame | undefined;
  #hasBody = false;

  constructor(source: AsyncIterable<Frame>, shape: Shape | undefined, derive: Derive | undefined) {
    this.#source = source[Symbol.asyncIterator]();
    this.#shape = shape;
    this.#derive = derive;
  }

  next(): Promise<Step> {
    const frame = this.#ready.shift();
    if (frame !== undefined) return Promise.resolve({ done: false, value: frame });
    return this.#pull(this.#source.next());
  }

  throw(error?: unknown): Promise<Step> {
    if (this.#source.throw === undefined) return Promise.reject(error);
    return this.#pull(this.#source.throw(error));
  }

  async return(): Promise<Step> {
    await this.#source.return?.();
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #pull(pulled: Promise<IteratorResult<Frame, unknown>>): Promise<Step> {
    for (let step = await pulled; ; step = await this.#source.next()) {
      // A head that still waits for its body here belongs to an answer that a fault swallowed: it never leaves.
      if (step.done === true) return END;
      this.#take(step.value);
      const frame = this.#ready.shift();
      if (frame !== undefined) return { done: false, value: frame };
    }
  }

  #take(frame: Frame): void {
    const ready = this.#ready;
    switch (frame.kind) {
      case "head":
        this.#shape = frame.shape;
        this.#hasBody = false;
        if (frame.shape === "http-json") this.#heldHead = frame;
        else ready.push(frame);
        return;
      case "message": {
        const bytes = this.#encode(frame);
        if (this.#heldHead !== undefined) this.#releaseHead(bytes);
        ready.push(this.#derived(frame, { kind: "bytes", bytes, of: frame.message }));
        return;
      }
      case "prime":
        if (this.#shape === "http-sse")
          ready.push(this.#derived(frame, { kind: "bytes", bytes: encodePrime(frame.id, frame.retryMs) }));
        return;
      case "comment":
        if (this.#shape === "http-sse")
          ready.push(this.#derived(frame, { kind: "bytes", bytes: encodeComment(frame.text) }));
        return;
      case "stderr":
      case "session":
      case "input":
      case "outage":
      case "standing":
        ready.push(frame);
        return;
      case "close":
        // A clean end of an answer without a body still needs its head; a cut does not.
        if (frame.how === "end" && this.#heldHead !== undefined) this.#releaseHead("");
        ready.push(frame);
        return;
      case "bytes":
        // Bytes written by a message fault: their length is not known beforehand.
        if (this.#heldHead !== undefined) this.#releaseHead(undefined);
        ready.push(frame);
        return;
      case "request":
        // What follows a request's head is its body.
        this.#shape = "http-json";
        this.#hasBody = false;
        ready.push(frame);
        return;
      case "raw":
        ready.push(frame);
        return;
      default:
        frame satisfies never;
    }
  }

  #encode(frame: MessageFrame): string {
    switch (this.#shape) {
      case "http-sse":
        return encodeEvent(frame.message, frame.sse);
      case "http-json":
        // The length has already been said: a second message could only break the framing, and not on purpose.
        if (this.#hasBody)
          throw new Error("a JSON answer carries one message; a fault that sends more must not list http-json");
        this.#hasBody = true;
        return JSON.stringify(frame.message);
      case "stdio":
      case undefined:
        return encodeLine(frame.message);
      default:
        return this.#shape satisfies never;
    }
  }

  #releaseHead(body: string | undefined): void {
    const head = this.#heldHead;
    if (head === undefined) return;
    this.#heldHead = undefined;
    const hasLength = head.headers.some(
      ([name]) => name.toLowerCase() === "content-length" || name.toLowerCase() === "transfer-encoding",
    );
    // HTTP has no length where a status says that there is no body (RFC 9110, 8.6).
    if (hasLength || body === undefined || head.status === 204 || head.status === 304) {
      this.#ready.push(head);
      return;
    }
    const length = String(Buffer.byteLength(body));
    this.#ready.push(this.#derived(head, { ...head, headers: [...head.headers, ["Content-Length", length]] }));
  }

  #derived<T extends HeadFrame | BytesFrame>(from: Frame, to: T): T {
    this.#derive?.(from, to);
    return to;
  }
}
