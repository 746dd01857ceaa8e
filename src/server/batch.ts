import { Buffer } from "node:buffer";
import type { Headers } from "../protocol/exchange.ts";
import { EVENT_STREAM_HEADERS } from "../transports/http/http-sink.ts";
import { JSON_HEADERS } from "../transports/http/http-reply.ts";
import type { HttpResponder } from "../wire/http-port.ts";

/** One answer that several exchanges share; it ends with the last of them. */
export interface Batch {
  member(): HttpResponder;
}

/**
 * Opens a batch of `size` members over one response: an event stream, or, with `asJson`, an array of their answers, unless one of them has
 * to be a stream.
 */
export function createBatch(responder: HttpResponder, size: number, asJson: boolean): Batch {
  const answer = new SharedAnswer(responder, size, asJson);
  return { member: () => new BatchMember(answer) };
}

/** What the members of a batch answer on together. */
class SharedAnswer {
  readonly responder: HttpResponder;
  #running: number;
  /** The bodies of an array, as long as nobody needs a stream. */
  #bodies: string[] | undefined;

  constructor(responder: HttpResponder, size: number, asJson: boolean) {
    this.responder = responder;
    this.#running = size;
    this.#bodies = asJson ? [] : undefined;
  }

  /** From here on it is an event stream. What has been answered before goes first. */
  stream(): void {
    const bodies = this.#bodies ?? [];
    this.#bodies = undefined;
    if (!this.responder.headSent) this.responder.head(200, EVENT_STREAM_HEADERS);
    for (const body of bodies) this.event(body);
  }

  /** The whole answer of one member. */
  body(text: string): void {
    if (this.#bodies === undefined) this.event(text);
    else this.#bodies.push(text);
  }

  event(text: string): void {
    const event = `event: message\n${text.replace(/^/gm, "data: ")}\n\n`;
    void Promise.resolve(this.responder.write(event)).catch(() => undefined);
  }

  /** One member less. */
  finished(): void {
    if (--this.#running > 0) return;
    const bodies = this.#bodies ?? [];
    if (bodies.length > 0) this.responder.answer(200, JSON_HEADERS, `[${bodies.join(",")}]`);
    else {
      this.stream();
      this.responder.end();
    }
  }

  get isArray(): boolean {
    return this.#bodies !== undefined;
  }
}

class BatchMember implements HttpResponder {
  readonly #answer: SharedAnswer;
  #over = false;
  /** A body in place of events. */
  #body: Buffer[] | undefined;
  headSent = false;

  constructor(answer: SharedAnswer) {
    this.#answer = answer;
  }

  answer(status: number, headers: Headers, body: string): void {
    this.head(status, headers);
    if (body !== "") void Promise.resolve(this.write(body)).catch(() => undefined);
    this.end();
  }

  /** All members share the batch's own head: of theirs only counts whether events follow. */
  head(_status: number, headers: Headers): void {
    this.headSent = true;
    const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    const hasEvents = type.startsWith("text/event-stream");
    if (!hasEvents) this.#body = [];
    if (hasEvents || !this.#answer.isArray) this.#answer.stream();
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    if (this.#body === undefined) return this.#answer.responder.write(bytes);
    this.#body.push(Buffer.from(bytes));
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    const text = Buffer.concat(this.#body ?? []).toString();
    if (text !== "") this.#answer.body(text);
    this.#answer.finished();
  }

  cut(how: "fin" | "reset"): Promise<void> {
    return this.#answer.responder.cut(how);
  }

  raw(bytes: Uint8Array): Promise<void> {
    return this.#answer.responder.raw(bytes);
  }

  onLost(listener: () => void): void {
    this.#answer.responder.onLost(listener);
  }
}

/** Answers nobody: for the members of a batch that have no answer. */
export const SILENT: HttpResponder = {
  headSent: true,
  answer() {},
  head() {},
  write() {},
  end() {},
  cut: () => Promise.resolve(),
  raw: () => Promise.resolve(),
  onLost() {},
};
