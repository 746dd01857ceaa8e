import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { Encoder } from "./encoder.ts";
import { FrameQueue } from "./frame-queue.ts";
import type { Frame, Frames } from "./frame.ts";
import { Marks } from "./marks.ts";
import type { Tap } from "./tap.ts";
import type { ActingFault } from "./transform.ts";
import { ExchangeWire, type WireContext } from "./wire.ts";

/** Performs encoded frames for real. One for each exchange. */
export interface Sink {
  /** Performs one frame; resolves when the next may follow, rejects when it could not be done. */
  perform(frame: Frame): Promise<void> | void;
  /** The last frame has been performed. An answer that is still open is ended cleanly. Must not throw. */
  finish(): void;
}

/** What the house gives to every pipeline. */
export interface PipelineContext extends WireContext {
  readonly tap?: Tap | undefined;
  /** Hears of a transform that threw: a defect of the fault, never of the peer. Must not throw. */
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

interface Acting {
  readonly fault: ActingFault;
  readonly wire: ExchangeWire;
}

/** Starts a pipeline: healthy frames, message faults, encoder, byte faults, sink. */
export function startPipeline(
  exchange: Exchange,
  faults: readonly ActingFault[],
  sink: Sink,
  context: PipelineContext,
): Pipeline {
  return new RunningPipeline(exchange, faults, sink, context);
}

/** A class, since an object with functions of its own costs three times as much to make. */
class RunningPipeline implements Pipeline {
  readonly queue = new FrameQueue();
  readonly done: Promise<void>;
  readonly #acting: readonly Acting[];

  constructor(exchange: Exchange, faults: readonly ActingFault[], sink: Sink, context: PipelineContext) {
    this.#acting = faults.map((fault): Acting => ({ fault, wire: new ExchangeWire(exchange, fault, context) }));
    this.done = run(exchange, this.#acting, this.queue, sink, context);
  }

  get answered(): boolean {
    return this.queue.ended;
  }

  inbound(message: JsonObject): "pass" | "withhold" {
    let verdict: "pass" | "withhold" = "pass";
    for (const { fault, wire } of this.#acting) if (fault.inbound?.(message, wire) === "withhold") verdict = "withhold";
    return verdict;
  }
}

async function run(
  exchange: Exchange,
  acting: readonly Acting[],
  queue: FrameQueue,
  sink: Sink,
  context: PipelineContext,
): Promise<void> {
  const { tap } = context;
  // Who wrote a frame only the recording wants to know, and knowing costs a third of the way.
  const marks = tap === undefined ? undefined : new Marks();
  const armed = tap === undefined ? undefined : acting.map(({ fault }) => fault.name);
  // A deadline counts from the cancel, so it has to be there before.
  for (const { fault, wire } of acting) if (fault.maxMs > 0) void wire.deadline;
  let isOver = false;
  let chain: AsyncIterator<Frame, unknown> | undefined;
  let refused: Refusal | undefined;
  let isClosed = false;
  let isInMessage = false;
  try {
    chain = compose(exchange, acting, queue, marks);
    let step = await chain.next();
    while (step.done !== true) {
      const frame = step.value;
      // Nothing is said to a peer that has given up, unless a fault is made to do just that, or on what is closed. A message that has
      // begun is ended all the same: on a shared stream the next one would be lost with it.
      if (isSpoken(frame) && (isClosed || !(isInMessage || maySpeak(exchange, acting)))) break;
      tap?.({ direction: exchange.direction, exchange, frame, fault: marks?.author(frame), armed });
      refused = undefined;
      try {
        const performed = sink.perform(frame);
        if (performed !== undefined) await performed;
      } catch (error) {
        refused = { error };
      }
      if (refused === undefined) {
        if (frame.kind === "close") isClosed = true;
        else if (frame.kind === "bytes") isInMessage = frame.more === true;
        step = await chain.next();
      } else if (frame.kind === "close" && chain.throw !== undefined) step = await chain.throw(refused.error);
      else break;
    }
    isOver = step.done === true;
  } catch (error) {
    // A refused close that no fault was waiting for is the connection's end, not a defect.
    if (refused === undefined || refused.error !== error) context.onError(error, exchange);
  }
  try {
    // What has come to its end by itself needs no telling: three turns of promises are spared.
    if (!isOver) await chain?.return?.();
  } catch (error) {
    context.onError(error, exchange);
  }
  queue.end({ drop: true });
  for (const { wire } of acting) wire.release();
  sink.finish();
}

/** Whether the peer still listens, or a fault is made to speak after the cancel and its time has not come. */
function maySpeak(exchange: Exchange, acting: readonly Acting[]): boolean {
  if (!exchange.isSilenced) return true;
  return acting.some(({ fault, wire }) => fault.maxMs > 0 && !wire.deadline.aborted);
}

/** Message faults see messages, byte faults what they were encoded to; within a stage the first listed acts first. */
function compose(
  exchange: Exchange,
  acting: readonly Acting[],
  queue: FrameQueue,
  marks: Marks | undefined,
): AsyncIterator<Frame> {
  const through = (frames: Frames, stage: ActingFault["stage"]): Frames => {
    let current = frames;
    for (const { fault, wire } of acting) {
      if (fault.stage !== stage) continue;
      const transform = (input: Frames): Frames => fault.transform(input, wire);
      current = marks === undefined ? transform(current) : marks.around(fault.name, current, transform);
    }
    return current;
  };
  const derive = marks === undefined ? undefined : (from: Frame, to: Frame) => marks.derive(from, to);
  return through(new Encoder(through(queue, "message"), exchange.shape, derive), "bytes")[Symbol.asyncIterator]();
}

interface Refusal {
  readonly error: unknown;
}

/** Something that the peer would read; stderr, the registry and the end of the connection are not. */
function isSpoken(frame: Frame): boolean {
  return frame.kind === "bytes" || frame.kind === "head" || frame.kind === "raw" || frame.kind === "request";
}
