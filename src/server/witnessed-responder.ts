import type { Headers } from "../protocol/exchange.ts";
import type { HttpResponder } from "../wire/http-port.ts";

/** Passes everything on, and remembers what the client was told. */
export class WitnessedResponder implements HttpResponder {
  readonly #responder: HttpResponder;
  #status: number | undefined;

  constructor(responder: HttpResponder) {
    this.#responder = responder;
  }

  /** A status that is no success was sent. */
  get hasRefused(): boolean {
    return this.#status !== undefined && this.#status >= 300;
  }

  answer(status: number, headers: Headers, body: string): void {
    this.#status = status;
    this.#responder.answer(status, headers, body);
  }

  head(status: number, headers: Headers): void {
    this.#status = status;
    this.#responder.head(status, headers);
  }

  write(bytes: string | Uint8Array): Promise<void> | void {
    return this.#responder.write(bytes);
  }

  end(): void {
    this.#responder.end();
  }

  cut(how: "fin" | "reset"): Promise<void> {
    return this.#responder.cut(how);
  }

  raw(bytes: Uint8Array): Promise<void> {
    return this.#responder.raw(bytes);
  }

  get headSent(): boolean {
    return this.#responder.headSent;
  }

  onLost(listener: () => void): void {
    this.#responder.onLost(listener);
  }
}
