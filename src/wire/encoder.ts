import { Buffer } from "node:buffer";
import type { Shape } from "../protocol/exchange.ts";
import { encodeComment, encodeEvent, encodePrime } from "./framing/event-stream.ts";
import { encodeLine } from "./framing/line.ts";
import type { BytesFrame, Frame, HeadFrame } from "./frame.ts";

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
  readonly #derive: Derive;
  #shape: Shape | undefined;
  #ready: Frame[] = [];
  #heldHead: HeadFrame | undefined;

  constructor(source: AsyncIterable<Frame>, shape: Shape | undefined, derive: Derive) {
    this.#source = source[Symbol.asyncIterator]();
    this.#shape = shape;
    this.#derive = derive;
  }

  async next(): Promise<IteratorResult<Frame, undefined>> {
    return this.#settle(await this.#pull(() => this.#source.next()));
  }

  async throw(error?: unknown): Promise<IteratorResult<Frame, undefined>> {
    if (this.#source.throw === undefined) throw error;
    return this.#settle(await this.#pull(() => this.#source.throw!(error)));
  }

  async return(): Promise<IteratorResult<Frame, undefined>> {
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #settle(frame: Frame | undefined): IteratorResult<Frame, undefined> {
    return frame === undefined ? { done: true, value: undefined } : { done: false, value: frame };
  }

  async #pull(first: () => Promise<IteratorResult<Frame, unknown>>): Promise<Frame | undefined> {
    for (let pull = first; this.#ready.length === 0; pull = () => this.#source.next()) {
      const result = await pull();
      if (result.done === true) return this.#release();
      this.#take(result.value);
    }
    return this.#ready.shift();
  }

  #take(frame: Frame): void {
    const ready = this.#ready;
    switch (frame.kind) {
      case "head":
        this.#shape = frame.shape;
        if (frame.shape === "http-json") this.#heldHead = frame;
        else ready.push(frame);
        return;
      case "message": {
        const bytes = this.#encode(frame.message, frame.sse);
        if (this.#heldHead !== undefined) this.#releaseHead(bytes);
        ready.push(this.#derived(frame, { kind: "bytes", bytes, of: frame.message }));
        return;
      }
      case "prime":
        ready.push(this.#derived(frame, { kind: "bytes", bytes: encodePrime(frame.id, frame.retryMs) }));
        return;
      case "comment":
        if (this.#shape === "http-sse")
          ready.push(this.#derived(frame, { kind: "bytes", bytes: encodeComment(frame.text) }));
        return;
      case "stderr":
      case "session":
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
      case "raw":
        ready.push(frame);
        return;
      default:
        frame satisfies never;
    }
  }

  #encode(message: Parameters<typeof encodeLine>[0], sse: Parameters<typeof encodeEvent>[1]): string {
    if (this.#shape === "stdio" || this.#shape === undefined) return encodeLine(message);
    return this.#shape === "http-sse" ? encodeEvent(message, sse) : JSON.stringify(message);
  }

  #releaseHead(body: string | undefined): void {
    const head = this.#heldHead;
    if (head === undefined) return;
    this.#heldHead = undefined;
    const hasLength = head.headers.some(
      ([name]) => name.toLowerCase() === "content-length" || name.toLowerCase() === "transfer-encoding",
    );
    if (hasLength || body === undefined) {
      this.#ready.push(head);
      return;
    }
    const length = String(Buffer.byteLength(body));
    this.#ready.push(this.#derived(head, { ...head, headers: [...head.headers, ["Content-Length", length]] }));
  }

  #release(): Frame | undefined {
    this.#heldHead = undefined;
    return undefined;
  }

  #derived<T extends HeadFrame | BytesFrame>(from: Frame, to: T): T {
    this.#derive(from, to);
    return to;
  }
}
