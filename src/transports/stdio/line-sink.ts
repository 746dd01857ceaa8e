import type { LazySignal } from "../../base/abort.ts";
import type { Clock } from "../../base/clock.ts";
import { DEFAULT_GAP_MS } from "../../base/limits.ts";
import type { BytesFrame, CloseFrame, Frame } from "../../wire/frame.ts";
import type { InputGate } from "../../wire/input-gate.ts";
import type { Sink } from "../../wire/pipeline.ts";
import type { LineWriter } from "./line-writer.ts";

/** What the sinks of one connection share. */
export interface LineSinkHouse {
  readonly writer: LineWriter;
  readonly input: InputGate;
  readonly clock: Clock;
  /** Aborts when the connection is gone: nothing is paused for any more. */
  readonly gone: LazySignal;
  readonly stderr: (bytes: string | Uint8Array) => Promise<void> | void;
  /** Closes the connection as a fault wants it. */
  readonly closeBy: (frame: CloseFrame) => Promise<void> | void;
}

/** Performs the frames of one armed exchange on a stream of lines. */
export class LineSink implements Sink {
  readonly #house: LineSinkHouse;
  readonly #gapMs: number | undefined;
  #messageWritten = false;
  #inMessage = false;

  /** `gapMs`: the pause between two messages of the exchange. */
  constructor(house: LineSinkHouse, gapMs: number | undefined) {
    this.#house = house;
    this.#gapMs = gapMs;
  }

  perform(frame: Frame): Promise<void> | void {
    switch (frame.kind) {
      case "bytes":
        return this.#messageWritten && !this.#inMessage ? this.#afterGap(frame) : this.#write(frame);
      case "stderr":
        return this.#house.stderr(frame.bytes);
      case "close":
        return this.#house.closeBy(frame);
      case "input":
        return this.#house.input.takeOne(this);
      case "head":
      case "request":
      case "raw":
      case "session":
      case "outage":
      case "standing":
        return;
      case "message":
      case "prime":
      case "comment":
        throw new Error(`a ${frame.kind} frame has to be encoded before it is performed`);
      default:
        frame satisfies never;
    }
  }

  /**
   * The SDK client loses a progress notification that arrives in one chunk with its answer (SPEC 3.1), so messages that a fault wants
   * told apart are pulled apart.
   */
  async #afterGap(frame: BytesFrame): Promise<void> {
    const { clock, gone } = this.#house;
    await clock.sleep(this.#gapMs ?? DEFAULT_GAP_MS, gone.signal);
    await this.#write(frame);
  }

  #write({ bytes, more }: BytesFrame): Promise<void> | undefined {
    this.#inMessage = more === true;
    this.#messageWritten = true;
    return this.#house.writer.bytes(this, bytes, this.#inMessage);
  }

  finish(): void {
    this.#house.input.leave(this);
    this.#house.writer.release(this);
  }
}
