import { Buffer } from "node:buffer";
import type { Frame, RequestFrame } from "../wire/frame.ts";
import { ConnectionLost, type HttpAnswer, type HttpPort } from "../wire/http-port.ts";
import type { Sink } from "../wire/pipeline.ts";
import { headerOf } from "./http-headers.ts";

/** Performs the frames of one exchange as one HTTP request. */
export class HttpSink implements Sink {
  /** The head of the answer and the way to its body. Rejects with a `ConnectionLost`. */
  readonly answer: Promise<HttpAnswer>;
  readonly #port: HttpPort;
  readonly #controller: AbortController;
  #settle: (answer: Promise<HttpAnswer>) => void = () => {};
  #head: RequestFrame | undefined;
  readonly #body: Uint8Array[] = [];
  #isSent = false;

  constructor(port: HttpPort, controller: AbortController) {
    this.#port = port;
    this.#controller = controller;
    this.answer = new Promise((resolve) => (this.#settle = resolve));
  }

  /** The value of a header as it was sent. */
  sent(name: string): string | undefined {
    return this.#head === undefined ? undefined : headerOf(this.#head.headers, name);
  }

  /** A fault has kept back all of it. */
  get isKeptBack(): boolean {
    return this.#isSent && this.#head === undefined && this.#body.length === 0;
  }

  perform(frame: Frame): void {
    if (frame.kind === "request") this.#head = frame;
    else if (frame.kind === "bytes")
      this.#body.push(typeof frame.bytes === "string" ? Buffer.from(frame.bytes) : frame.bytes);
    // What has been said so far is sent, and then the client hangs up.
    else if (frame.kind === "close" && frame.how !== "end") this.#send(() => this.#controller.abort());
  }

  finish(): void {
    this.#send();
  }

  #send(onSent?: () => void): void {
    if (this.#isSent) return;
    this.#isSent = true;
    const head = this.#head;
    if (head === undefined || this.#controller.signal.aborted) {
      this.#settle(Promise.reject(new ConnectionLost("the request was closed before it was sent", "ABORTED")));
      return;
    }
    const { method, headers } = head;
    const hangUp = onSent === undefined ? {} : { onSent };
    if (this.#body.length === 0) {
      this.#settle(this.#port.request({ method, headers, ...hangUp }, this.#controller.signal));
      return;
    }
    const body = Buffer.concat(this.#body);
    const measured = ["content-length", "transfer-encoding"].some((name) => headerOf(headers, name) !== undefined);
    const counted = measured ? headers : [...headers, ["Content-Length", String(body.length)] as const];
    this.#settle(this.#port.request({ method, headers: counted, body, ...hangUp }, this.#controller.signal));
  }
}
