import { Buffer } from "node:buffer";
import type { Headers } from "../../protocol/exchange.ts";
import {
  ConnectionLost,
  type HttpAnswer,
  type HttpHandler,
  type HttpPort,
  type HttpRequest,
  type HttpResponder,
  type OutgoingRequest,
} from "../../wire/http-port.ts";
import { readBody } from "./read-body.ts";

/** Where requests made in memory seem to go. */
export interface MemoryPortOptions {
  /** Path and query of every request. */
  readonly target: string;
  readonly host: string;
}

/** An HTTP port whose requests are served by `handler` in this process: the same heads, bodies and cuts, without a socket. */
export function createMemoryPort(handler: HttpHandler, options: MemoryPortOptions): HttpPort {
  let connections = 0;
  return {
    request(request, signal) {
      const responder = new MemoryResponder();
      if (signal.aborted) return Promise.reject(new ConnectionLost("the request was closed", "ABORT_ERR"));
      signal.addEventListener("abort", () => responder.lose("ABORT_ERR"), { once: true });
      let isSent = false;
      const sent = () => {
        if (!isSent) request.onSent?.();
        isSent = true;
      };
      const incoming = toIncoming(request, options, ++connections, { responder, sent });
      queueMicrotask(() => {
        handler(incoming, responder);
        // A body that is asked for leaves in the next step. What is left of one that is not has nobody to wait for.
        if (request.onSent !== undefined) queueMicrotask(() => queueMicrotask(sent));
      });
      return responder.answered;
    },
    close() {},
  };
}

function toIncoming(
  request: OutgoingRequest,
  options: MemoryPortOptions,
  connection: number,
  { responder, sent }: { readonly responder: MemoryResponder; readonly sent: () => void },
): HttpRequest {
  const headers: Headers = [["Host", options.host], ...request.headers];
  return {
    method: request.method,
    target: options.target,
    headers,
    connection,
    header(name) {
      const values = headers.filter(([header]) => header.toLowerCase() === name).map(([, value]) => value);
      return values.length === 0 ? undefined : values.join(", ");
    },
    body(limitBytes, done) {
      const body = Buffer.from(request.body ?? "");
      // The rest of a body that is shorter than it was said to be never comes.
      if (Number(this.header("content-length") ?? 0) > body.length) return responder.onLost(() => done("lost"));
      queueMicrotask(() => {
        sent();
        done(body.length > limitBytes ? "too-large" : readBody(body));
      });
    },
  };
}

/** The answer to a request in memory, as both ends see it. */
export class MemoryResponder implements HttpResponder {
  readonly answered: Promise<HttpAnswer>;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: ConnectionLost) => void;
  readonly #body = new BodyQueue();
  readonly #listeners: (() => void)[] = [];
  #over = false;
  #isLost = false;
  headSent = false;

  constructor() {
    let resolve: (answer: HttpAnswer) => void = () => undefined;
    let reject: (error: ConnectionLost) => void = () => undefined;
    this.answered = new Promise((give, fail) => {
      resolve = give;
      reject = fail;
    });
    this.#resolve = resolve;
    this.#reject = reject;
  }

  answer(status: number, headers: Headers, body: string): void {
    if (this.headSent || this.#over) return;
    const bytes = Buffer.from(body);
    this.head(status, [...headers, ["Content-Length", String(bytes.length)]]);
    void this.write(bytes);
    this.end();
  }

  head(status: number, headers: Headers): void {
    if (this.headSent || this.#over) return;
    this.headSent = true;
    this.#resolve({ status, headers, body: this.#body });
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    if (this.#over) return Promise.reject(new ConnectionLost("the connection was closed by the client", "EPIPE"));
    if (bytes.length > 0) this.#body.push(Buffer.from(bytes as string)); // either of the two is what Buffer.from takes
    return undefined;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#body.end();
  }

  cut(how: "fin" | "reset"): Promise<void> {
    this.lose(how === "fin" ? "UND_ERR_SOCKET" : "ECONNRESET");
    return Promise.resolve();
  }

  raw(bytes: Uint8Array): Promise<void> {
    // There is nothing below HTTP in memory: raw bytes are part of the body, or the end of an answer without a head.
    if (this.headSent) return Promise.resolve(this.write(bytes));
    this.lose("HPE_INVALID_CONSTANT");
    return Promise.resolve();
  }

  onLost(listener: () => void): void {
    if (this.#isLost) listener();
    else this.#listeners.push(listener);
  }

  /** Ends the connection for both sides. */
  lose(reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#isLost = true;
    const error = new ConnectionLost("the connection was closed before the answer ended", reason);
    if (this.headSent) this.#body.fail(error);
    else this.#reject(error);
    for (const listener of this.#listeners) listener();
  }
}

/** Chunks on their way from one end to the other. */
class BodyQueue implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #chunks: Uint8Array[] = [];
  #state: "open" | "ended" | ConnectionLost = "open";
  #wake: (() => void) | undefined;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake?.();
  }

  end(): void {
    this.#state = "ended";
    this.#wake?.();
  }

  fail(error: ConnectionLost): void {
    this.#state = error;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.#state === "ended") return { done: true, value: undefined };
      if (this.#state !== "open") throw this.#state;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
