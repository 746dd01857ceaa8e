import type { Exchange } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Channel, SendOptions } from "../../wire/channel.ts";

/** What a channel was told, in order. */
export class FakeChannel implements Channel {
  readonly exchange: Exchange;
  readonly sent: JsonObject[] = [];
  answers = 0;
  ended = 0;
  detached = 0;
  options: SendOptions | undefined;
  readonly #onMessage: (message: JsonObject, channel: FakeChannel) => void;

  constructor(exchange: Exchange, onMessage: (message: JsonObject, channel: FakeChannel) => void = () => {}) {
    this.exchange = exchange;
    this.#onMessage = onMessage;
  }

  send(message: JsonObject): void {
    if (this.ended > 0 || this.exchange.isCancelled) return;
    // As it travels: members that are undefined do not.
    this.sent.push(JSON.parse(JSON.stringify(message)) as JsonObject);
    this.#onMessage(message, this);
  }

  answer(message: JsonObject, options?: SendOptions): void {
    this.options = options;
    this.answers++;
    this.send(message);
    this.ended++;
  }

  end(options?: SendOptions): void {
    this.options ??= options;
    this.ended++;
  }

  detach(): void {
    this.detached++;
  }

  /** The last message, which has to be the answer. */
  get last(): JsonObject {
    return this.sent.at(-1) ?? {};
  }

  get status(): number {
    return this.options?.status ?? 200;
  }
}
