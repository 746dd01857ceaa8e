import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { Encoder } from "./encoder.ts";
import { FrameQueue } from "./frame-queue.ts";
import type { Frame, Frames } from "./frame.ts";
import type { Tap } from "./tap.ts";
import type { ActingFault } from "./transform.ts";
import { ExchangeWire, type WireContext } from "./wire.ts";

/** Performs encoded frames for real. One for each exchange. */
export interface Sink {
  /** Performs one frame; resolves when the next may follow, rejects when it could not be done. */
  perform(frame: Frame): Promise<void> | void;
  /** The last frame has been performed. An answer that is still open is ended cleanly. */
  finish(): void;
}

/** What the house gives to every pipeline. */
export interface PipelineContext extends WireContext {
  readonly tap?: Tap | undefined;
  /** Hears of a transform or sink that threw: a defect of the fault, never of the peer. */
  onError(error: unknown, exchange: Exchange): void;
}

/** One exchange on its way through the faults that act on it. */
export interface Pipeline {
  /** Where the healthy side puts its frames. */
  readonly queue: FrameQueue;
  /** Settles once every frame has left and every transform has ended. Never rejects. */
  readonly done: Promise<void>;
  /** Runs a message of the peer through the faults' inbound side: whether the core hears of it. */
  inbound(message: JsonObject): "pass" | "withhold";
  /** True while the healthy side has answered and its frames are on their way: they still leave at the end of the input. */
  readonly answered: boolean;
}

/** Starts a pipeline: healthy frames, message faults, encoder, byte faults, sink. */
export function startPipeline(
  exchange: Exchange,
  faults: readonly ActingFault[],
  sink: Sink,
  context: PipelineContext,
): Pipeline {
  const queue = new FrameQueue();
  const marks = new Marks();
  const wires = new Map(faults.map((fault) => [fault, new ExchangeWire(exchange, fault, context)]));
  const armed = faults.map((fault) => fault.name);
  const outlives = faults.some((fault) => fault.maxMs > 0);

  const through = (frames: Frames, stage: ActingFault["stage"]): Frames => {
    let current = frames;
    for (const fault of faults) {
      const wire = wires.get(fault);
      if (fault.stage === stage && wire !== undefined)
        current = marks.around(fault.name, current, (input) => fault.transform(input, wire));
    }
    return current;
  };
  const encoder = new Encoder(through(queue, "message"), exchange.shape, (from, to) => marks.derive(from, to));
  const last = through(encoder, "bytes");

  const run = async (): Promise<void> => {
    const iterator = last[Symbol.asyncIterator]();
    try {
      for (let step = await iterator.next(); step.done !== true;) {
        const frame = step.value;
        // Nothing is said to a peer that has given up, unless a fault is made to do just that.
        if (exchange.isSilenced && !outlives && isSpoken(frame)) break;
        context.tap?.({ direction: exchange.direction, exchange, frame, fault: marks.author(frame), armed });
        let failure: { error: unknown } | undefined;
        try {
          await sink.perform(frame);
        } catch (error) {
          failure = { error };
        }
        if (failure === undefined) step = await iterator.next();
        else if (frame.kind === "close" && iterator.throw !== undefined) step = await iterator.throw(failure.error);
        else break;
      }
      await iterator.return?.();
    } catch (error) {
      context.onError(error, exchange);
    } finally {
      queue.end({ drop: true });
      for (const wire of wires.values()) wire.release();
      sink.finish();
    }
  };

  return {
    queue,
    done: run(),
    get answered() {
      return queue.ended;
    },
    inbound(message) {
      let verdict: "pass" | "withhold" = "pass";
      for (const fault of faults) {
        const wire = wires.get(fault);
        if (wire !== undefined && fault.inbound?.(message, wire) === "withhold") verdict = "withhold";
      }
      return verdict;
    },
  };
}

function isSpoken(frame: Frame): boolean {
  return frame.kind === "bytes" || frame.kind === "head";
}

/** Knows which fault wrote a frame: one that a transform was given comes out unmarked, once; anything else is its own. */
class Marks {
  readonly #authors = new WeakMap<Frame, string>();

  author(frame: Frame): string | undefined {
    return this.#authors.get(frame);
  }

  derive(from: Frame, to: Frame): void {
    const author = this.#authors.get(from);
    if (author !== undefined) this.#authors.set(to, author);
  }

  around(name: string, frames: Frames, transform: (frames: Frames) => Frames): Frames {
    const given = new Set<Frame>();
    const source = frames[Symbol.asyncIterator]();
    const noted: Frames = {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const step = await source.next();
          if (step.done !== true) given.add(step.value);
          return step;
        },
        return: async () => (await source.return?.()) ?? { done: true, value: undefined },
      }),
    };
    const output = transform(noted)[Symbol.asyncIterator]();
    const mark = (step: IteratorResult<Frame, unknown>): IteratorResult<Frame, unknown> => {
      if (step.done === true || given.delete(step.value)) return step;
      const own = { ...step.value };
      this.#authors.set(own, name);
      return { done: false, value: own };
    };
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => mark(await output.next()),
        throw: async (error: unknown) => {
          if (output.throw === undefined) throw error;
          return mark(await output.throw(error));
        },
        return: async () => (await output.return?.()) ?? { done: true, value: undefined },
      }),
    };
  }
}
