import type { Exchange } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Channel, SendOptions } from "../../wire/channel.ts";
import type { EventLog, LoggedStream } from "./event-log.ts";
import type { HttpReply } from "./http-reply.ts";

/** An answer on a session with resumable streams: once it is an event stream, a client that loses it can come back for the rest. */
export class LoggedChannel implements Channel {
  readonly exchange: Exchange;
  readonly #reply: HttpReply;
  readonly #log: EventLog;
  readonly #primes: boolean;
  #stream: LoggedStream | undefined;

  constructor(reply: HttpReply, log: EventLog, primes: boolean) {
    this.exchange = reply.exchange;
    this.#reply = reply;
    this.#log = log;
    this.#primes = primes;
    this.exchange.onCancel = () => this.end();
  }

  /** Opens the stream, because the answer is not there at once. */
  open(): LoggedStream {
    if (this.#stream === undefined) {
      this.#stream = this.#log.open(this.#primes);
      this.#stream.open(this.#reply);
    }
    return this.#stream;
  }

  send(message: JsonObject): void {
    if (!this.exchange.isSilenced) this.open().send(message);
  }

  answer(message: JsonObject, options?: SendOptions): void {
    if (this.exchange.isSilenced) return;
    if (this.#stream === undefined && this.#reply.prefersJson(options?.status ?? 200)) {
      this.#reply.answer(message, options);
      return;
    }
    this.send(message);
    this.end();
  }

  end(options?: SendOptions): void {
    if (this.#stream === undefined) this.#reply.end(options);
    else this.#stream.finish();
  }

  /** Closing opens and primes the stream first: otherwise the client would wait for ever for what it cannot ask for. */
  detach(): void {
    if (this.#primes) this.open().detach();
  }
}
