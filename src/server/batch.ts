import { Buffer } from "node:buffer";
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
  /** A body that a fault writes in place of events; it becomes one. */
  #body: Buffer[] | undefined;
  headSent = false;

  constructor(responder: HttpResponder, finished: () => void) {
    this.#responder = responder;
    this.#finished = finished;
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
    if (!type.startsWith("text/event-stream")) this.#body = [];
    if (!this.#responder.headSent) this.#responder.head(200, EVENT_STREAM_HEADERS);
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    if (this.#body === undefined) return this.#responder.write(bytes);
    this.#body.push(Buffer.from(bytes));
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    const lines = Buffer.concat(this.#body ?? []).toString();
    if (lines !== "") {
      const event = `event: message\n${lines.replace(/^/gm, "data: ")}\n\n`;
      void Promise.resolve(this.#responder.write(event)).catch(() => undefined);
    }
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
