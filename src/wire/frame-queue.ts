import type { Frame } from "./frame.ts";

type Step = IteratorResult<Frame, undefined>;

const END: Step = { done: true, value: undefined };

/**
 * The healthy side's frames, waiting for the pipeline. Written by hand: as a generator it costs twice as much for each exchange
 * (own measurements: 12 µs against 6).
 */
export class FrameQueue implements AsyncIterableIterator<Frame, undefined> {
  readonly #frames: Frame[] = [];
  readonly #takers: ((step: Step) => void)[] = [];
  #ended = false;

  /** True once the healthy side has said all it has to say. */
  get ended(): boolean {
    return this.#ended;
  }

  push(frame: Frame): void {
    if (this.#ended) return;
    const taker = this.#takers.shift();
    if (taker === undefined) this.#frames.push(frame);
    else taker({ done: false, value: frame });
  }

  /** No more frames will come. What waits is still handed out, unless `drop` is set. */
  end(options?: { drop?: boolean }): void {
    this.#ended = true;
    if (options?.drop === true) this.#frames.length = 0;
    for (const taker of this.#takers.splice(0)) taker(END);
  }

  next(): Promise<Step> {
    const frame = this.#frames.shift();
    if (frame !== undefined) return Promise.resolve({ done: false, value: frame });
    if (this.#ended) return Promise.resolve(END);
    return new Promise((resolve) => void this.#takers.push(resolve));
  }

  /** Whoever reads has left: what waits is of no use any more. */
  return(): Promise<Step> {
    this.end({ drop: true });
    return Promise.resolve(END);
  }

  /** `yield* frames` hands on what is thrown at it; nobody here waits for it. */
  throw(error?: unknown): Promise<Step> {
    return Promise.reject(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
