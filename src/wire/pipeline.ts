import { LazySignal } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { Encoder } from "./encoder.ts";
import { FrameQueue } from "./frame-queue.ts";
import { bodyFraming } from "./framing/body.ts";
import { eventStreamFraming } from "./framing/event-stream.ts";
import { lineFraming } from "./framing/line.ts";
import type { Frame, Frames } from "./frame.ts";
import type { Tap } from "./tap.ts";
import type { ActingFault, Framing, Wire } from "./transform.ts";

/** Performs encoded frames for real. One for each exchange. */
export interface Sink {
  /** Performs one frame; resolves when the next may follow, rejects when it could not be done. */
  perform(frame: Frame): Promise<void> | void;
  /** The last frame has been performed. An answer that is still open is ended cleanly. */
  finish(): void;
}

/** What the house gives to every pipeline. */
export interface PipelineContext {
  readonly clock: Clock;
  /** Aborts when the lab stops. */
  readonly closing: AbortSignal;
  /** Listens to the messages that the peer of this exchange sends; returns how to stop. */
  listen(listener: (message: JsonObject) => void): () => void;
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
  const wires = new Map<ActingFault, Wire>(faults.map((fault) => [fault, createWire(exchange, fault, context)]));
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

function createWire(exchange: Exchange, fault: ActingFault, context: PipelineContext): Wire {
  const deadline = new LazySignal();
  let deadlineArmed = false;
  return {
    exchange,
    get framing(): Framing {
      if (exchange.shape === "http-sse") return eventStreamFraming;
      return exchange.shape === "http-json" ? bodyFraming : lineFraming;
    },
    clock: context.clock,
    random: fault.random,
    get cancelled() {
      return exchange.cancelled;
    },
    closing: context.closing,
    get deadline() {
      if (!deadlineArmed) {
        deadlineArmed = true;
        armDeadline(deadline, exchange, fault.maxMs, context);
      }
      return deadline.signal;
    },
    seen: (match, signal) => nextMessage(context, match, signal),
    shared: fault.shared,
  };
}

/** The deadline does not run before the cancel (on `$shutdown`: before closing). */
function armDeadline(deadline: LazySignal, exchange: Exchange, maxMs: number, context: PipelineContext): void {
  const start = () => void context.clock.after(maxMs, () => deadline.abort(), { unref: true });
  const trigger = exchange.method === "$shutdown" ? context.closing : exchange.cancelled;
  if (trigger.aborted) start();
  else trigger.addEventListener("abort", start, { once: true });
}

function nextMessage(
  context: PipelineContext,
  match: (message: JsonObject) => boolean,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const stop = () => {
      unlisten();
      signal.removeEventListener("abort", stop);
      resolve(undefined);
    };
    const unlisten = context.listen((message) => {
      if (!match(message)) return;
      unlisten();
      signal.removeEventListener("abort", stop);
      resolve(message);
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
