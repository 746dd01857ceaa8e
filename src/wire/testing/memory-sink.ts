import type { Clock } from "../../base/clock.ts";
import type { Frame } from "../frame.ts";
import type { Sink } from "../pipeline.ts";

/** One frame that a memory sink has performed. */
export interface PerformedFrame {
  /** Milliseconds of the sink's clock. */
  readonly atMs: number;
  readonly frame: Frame;
}

export interface MemorySinkOptions {
  readonly clock: Clock;
  /** The pause between two messages, as stdio has it; none unless set. */
  readonly gapMs?: number | undefined;
  /** Why a frame cannot be performed; it then counts as not performed. */
  readonly refuse?: ((frame: Frame) => Error | undefined) | undefined;
}

/** Performs frames by remembering them. */
export class MemorySink implements Sink {
  readonly performed: PerformedFrame[] = [];
  finished = false;
  readonly #options: MemorySinkOptions;
  #messageWritten = false;

  constructor(options: MemorySinkOptions) {
    this.#options = options;
  }

  async perform(frame: Frame): Promise<void> {
    const { clock, gapMs, refuse } = this.#options;
    if (frame.kind === "bytes") {
      if (gapMs !== undefined && this.#messageWritten) await clock.sleep(gapMs);
      this.#messageWritten = frame.more !== true;
    }
    const refusal = refuse?.(frame);
    if (refusal !== undefined) throw refusal;
    this.performed.push({ atMs: clock.now(), frame });
  }

  finish(): void {
    this.finished = true;
  }
}
