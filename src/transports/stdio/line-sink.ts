import type { Clock } from "../../base/clock.ts";
import { DEFAULT_GAP_MS } from "../../base/limits.ts";
import type { BytesFrame, CloseFrame, Frame } from "../../wire/frame.ts";
import type { InputGate } from "../../wire/input-gate.ts";
import type { Sink } from "../../wire/pipeline.ts";
import type { LineWriter } from "./line-writer.ts";

export interface LineSinkOptions {
  readonly writer: LineWriter;
  readonly input: InputGate;
  readonly clock: Clock;
  /** The pause between two messages of the exchange. */
  readonly gapMs: number | undefined;
  /** Aborts when the connection is gone: nothing is paused for any more. */
  readonly gone: AbortSignal;
  readonly stderr: (bytes: string | Uint8Array) => Promise<void> | void;
  /** Closes the connection as a fault wants it. */
  readonly close: (frame: CloseFrame) => Promise<void> | void;
}

/** Performs the frames of one armed exchange on a stream of lines. */
export class LineSink implements Sink {
  readonly #options: LineSinkOptions;
  #messageWritten = false;
  #inMessage = false;

  constructor(options: LineSinkOptions) {
    this.#options = options;
  }

  perform(frame: Frame): Promise<void> | void {
    switch (frame.kind) {
      case "bytes":
        return this.#messageWritten && !this.#inMessage ? this.#afterGap(frame) : this.#write(frame);
      case "stderr":
        return this.#options.stderr(frame.bytes);
      case "close":
        return this.#options.close(frame);
      case "input":
        return this.#options.input.takeOne(this);
      case "head":
      case "request":
      case "raw":
      case "session":
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
    const { clock, gapMs = DEFAULT_GAP_MS, gone } = this.#options;
    await clock.sleep(gapMs, gone);
    await this.#write(frame);
  }

  #write({ bytes, more }: BytesFrame): Promise<void> | undefined {
    this.#inMessage = more === true;
    this.#messageWritten = true;
    return this.#options.writer.bytes(this, bytes, this.#inMessage);
  }

  finish(): void {
    this.#options.input.leave(this);
    this.#options.writer.release(this);
  }
}
