import type { Headers } from "../protocol/exchange.ts";
import { EVENT_STREAM_HEADERS } from "../transports/http/http-sink.ts";
import type { HttpResponder } from "../wire/http-port.ts";

/** One event stream that several exchanges answer on; it ends with the last of them. */
export interface Batch {
  member(): HttpResponder;
}

/** Opens a batch of `size` members over one response. */
export function createBatch(responder: HttpResponder, size: number): Batch {
  let running = size;
  return {
    member: () =>
      new BatchMember(responder, () => {
        if (--running === 0) responder.end();
      }),
  };
}

class BatchMember implements HttpResponder {
  readonly #responder: HttpResponder;
  readonly #finished: () => void;
  #over = false;
  headSent = false;

  constructor(responder: HttpResponder, finished: () => void) {
    this.#responder = responder;
    this.#finished = finished;
  }

  answer(_status: number, _headers: Headers, body: string): void {
    this.head();
    if (body !== "") void Promise.resolve(this.write(`event: message\ndata: ${body}\n\n`)).catch(() => undefined);
    this.end();
  }

  head(): void {
    this.headSent = true;
    if (!this.#responder.headSent) this.#responder.head(200, EVENT_STREAM_HEADERS);
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    return this.#responder.write(bytes);
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#finished();
  }

  cut(how: "fin" | "reset"): Promise<void> {
    return this.#responder.cut(how);
  }

  raw(bytes: Uint8Array): Promise<void> {
    return this.#responder.raw(bytes);
  }

  onLost(listener: () => void): void {
    this.#responder.onLost(listener);
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
