import type { Exchange } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Channel } from "../../wire/channel.ts";
import { encodeLine } from "../../wire/framing/line.ts";
import type { FrameQueue } from "../../wire/frame-queue.ts";
import type { Tap } from "../../wire/tap.ts";
import type { LineWriter } from "./line-writer.ts";

/** The direct way: message, encode, one write. */
export class DirectLineChannel implements Channel {
  readonly exchange: Exchange;
  readonly #writer: LineWriter;
  readonly #tap: Tap | undefined;

  constructor(exchange: Exchange, writer: LineWriter, tap: Tap | undefined) {
    this.exchange = exchange;
    this.#writer = writer;
    this.#tap = tap;
  }

  send(message: JsonObject): void {
    const { exchange } = this;
    if (exchange.isCancelled) return;
    const line = encodeLine(message);
    this.#tap?.({ direction: "to-client", exchange, frame: { kind: "bytes", bytes: line, of: message } });
    this.#writer.line(line);
  }

  answer(message: JsonObject): void {
    this.send(message);
  }

  end(): void {}
}

/** The way through the pipeline: every message becomes a frame. */
export class ArmedLineChannel implements Channel {
  readonly exchange: Exchange;
  readonly #queue: FrameQueue;

  constructor(exchange: Exchange, queue: FrameQueue) {
    this.exchange = exchange;
    this.#queue = queue;
    exchange.onCancel = () => queue.end({ drop: exchange.isSilenced });
  }

  send(message: JsonObject): void {
    this.#queue.push({ kind: "message", message });
  }

  answer(message: JsonObject): void {
    this.send(message);
    this.end();
  }

  end(): void {
    this.#queue.end();
  }
}
