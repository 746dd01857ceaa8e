import type { Buffer } from "node:buffer";
import { LazySignal, until } from "../../base/abort.ts";
import type { Clock } from "../../base/clock.ts";
import { MAX_LINE_BYTES } from "../../base/limits.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { Channel } from "../../wire/channel.ts";
import { LineSplitter, type Line } from "../../wire/framing/line.ts";
import type { CloseFrame } from "../../wire/frame.ts";
import { InputGate } from "../../wire/input-gate.ts";
import type { Link } from "../../wire/link.ts";
import { startPipeline, type Pipeline, type PipelineContext, type Sink } from "../../wire/pipeline.ts";
import type { Tap } from "../../wire/tap.ts";
import type { ActingFault } from "../../wire/transform.ts";
import { ArmedLineChannel, DirectLineChannel } from "./line-channel.ts";
import { LineSink, type LineSinkHouse } from "./line-sink.ts";
import { LineWriter } from "./line-writer.ts";

/** What a line connection needs of the house that serves it. */
export interface LineHost {
  /** One line of the peer. */
  line(line: Line): void;
  /** The peer has ended its direction, or is gone. */
  ended(): void;
  /** A fault has closed the connection: everything else on it is lost. After a `cut` the peer may still be heard to go. */
  closed(frame: CloseFrame): void;
}

export interface LineConnectionOptions {
  readonly link: Link;
  /** Hears from the start on of what faults do to the connection. */
  readonly host: LineHost;
  readonly clock: Clock;
  readonly tap?: Tap | undefined;
  /** The lab's own stderr. */
  readonly stderr: (bytes: string | Uint8Array) => Promise<void> | void;
}

/** What has arrived before anybody wanted to read it. */
interface Held {
  readonly chunks: Buffer[];
  bytes: number;
  isOver: boolean;
}

/** One stream of lines, in both directions: stdin and stdout, or a pair in memory. Knows no methods and no fault. */
export class LineConnection {
  readonly #options: LineConnectionOptions;
  readonly #writer: LineWriter;
  readonly #input: InputGate;
  readonly #splitter = new LineSplitter(MAX_LINE_BYTES);
  readonly #gone = new LazySignal();
  readonly #sinks: LineSinkHouse;
  #held: Held | undefined;

  constructor(options: LineConnectionOptions) {
    this.#options = options;
    this.#writer = new LineWriter(options.link, () => this.destroy());
    this.#input = new InputGate(options.link);
    this.#sinks = {
      writer: this.#writer,
      input: this.#input,
      clock: options.clock,
      gone: this.#gone,
      stderr: options.stderr,
      closeBy: (frame) => this.#close(frame),
    };
  }

  /**
   * Takes what arrives, bounded, and keeps it until `start`: that the input ends is only seen by whoever reads. `ended` hears of it,
   * once.
   */
  hold(ended: () => void): void {
    if (this.#held !== undefined) return;
    const held: Held = { chunks: [], bytes: 0, isOver: false };
    this.#held = held;
    const { link } = this.#options;
    link.start({
      data: (chunk) => {
        if (this.#held === undefined) {
          this.#take(chunk);
          return;
        }
        held.chunks.push(chunk);
        held.bytes += chunk.length;
        if (held.bytes > MAX_LINE_BYTES) this.#input.hold();
      },
      end: () => {
        held.isOver = true;
        if (this.#held === undefined) this.#finish();
        else ended();
      },
    });
  }

  /** Begins to read, with what was kept. */
  start(): void {
    const { link } = this.#options;
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) {
      link.start({ data: (chunk) => this.#take(chunk), end: () => this.#finish() });
      return;
    }
    for (const chunk of held.chunks) this.#take(chunk);
    if (held.isOver) this.#finish();
    else if (!this.#writer.isBehind) this.#input.letGo();
  }

  /** The way on which an exchange is answered that no fault acts on. */
  openDirect(exchange: Exchange): Channel {
    return new DirectLineChannel(exchange, this.#writer, this.#options.tap);
  }

  /** The way through the faults that act on the exchange. */
  openArmed(
    exchange: Exchange,
    faults: readonly ActingFault[],
    context: PipelineContext,
  ): { readonly channel: Channel; readonly pipeline: Pipeline } {
    const pipeline = startPipeline(exchange, faults, this.sink(faults), context);
    return { channel: new ArmedLineChannel(exchange, pipeline.queue), pipeline };
  }

  /** Performs the frames of one armed exchange. */
  sink(faults: readonly ActingFault[]): Sink {
    return new LineSink(this.#sinks, faults.find((fault) => fault.gapMs !== undefined)?.gapMs);
  }

  /** Ends this side after what was written. */
  async end(): Promise<void> {
    await this.#options.link.end();
    this.#gone.abort();
  }

  /** Ends both directions at once. */
  destroy(): void {
    this.#gone.abort();
    this.#options.link.destroy();
  }

  /** Settles once nothing can be written any more. */
  get gone(): Promise<void> {
    return until(this.#gone.signal);
  }

  get isGone(): boolean {
    return this.#gone.aborted;
  }

  #take(chunk: Buffer): void {
    this.#input.taken();
    this.#writer.batch(() => this.#receive(this.#splitter.push(chunk), this.#options.host));
    this.#slowDown();
  }

  #finish(): void {
    const { host } = this.#options;
    this.#writer.batch(() => this.#receive(this.#splitter.flush(), host));
    host.ended();
  }

  #receive(lines: Line[], host: LineHost): void {
    for (const line of lines) {
      if (this.isGone) return;
      host.line(line);
    }
  }

  /** A peer that does not read is not read from: what waits for it stays bounded. */
  #slowDown(): void {
    if (!this.#writer.isBehind) return;
    const drained = this.#options.link.drained();
    if (drained === undefined) return;
    this.#input.hold();
    void drained.then(() => this.#input.letGo());
  }

  async #close(frame: CloseFrame): Promise<void> {
    const { link, host } = this.#options;
    if (frame.how === "reset") link.destroy();
    else await link.end();
    this.#gone.abort();
    host.closed(frame);
  }
}
