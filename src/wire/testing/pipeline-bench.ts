import { createFakeClock, type FakeClock } from "../../base/fake-clock.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { Frame } from "../frame.ts";
import { startPipeline, type Pipeline } from "../pipeline.ts";
import type { ActingFault } from "../transform.ts";
import { MemorySink, type MemorySinkOptions } from "./memory-sink.ts";
import { sampleExchange } from "./sample-exchange.ts";

/** The answer to the sample call. */
export const ANSWER: Frame = { kind: "message", message: { jsonrpc: "2.0", id: 1, result: {} } };

export interface Started {
  readonly exchange: Exchange;
  readonly pipeline: Pipeline;
  readonly sink: MemorySink;
}

/** A place to run pipelines in, with everything that they do at hand. */
export class PipelineBench {
  readonly clock: FakeClock = createFakeClock();
  readonly closing = new AbortController();
  /** What the tap has heard. */
  readonly told: { frame: Frame; fault: string | undefined; armed: readonly string[] | undefined }[] = [];
  readonly errors: unknown[] = [];

  start(faults: readonly ActingFault[], options: StartOptions = {}): Started {
    const { exchange = sampleExchange(), refuse } = options;
    const sink = new MemorySink({ clock: this.clock, refuse });
    const pipeline = startPipeline(exchange, faults, sink, {
      clock: this.clock,
      closing: this.closing.signal,
      listen: () => () => {},
      tap: ({ frame, fault, armed }) => void this.told.push({ frame, fault, armed }),
      onError: (error) => void this.errors.push(error),
    });
    return { exchange, sink, pipeline };
  }
}

export interface StartOptions {
  readonly exchange?: Exchange;
  readonly refuse?: MemorySinkOptions["refuse"];
}

/** The healthy side gives its only answer. */
export function answer(pipeline: Pipeline): void {
  pipeline.queue.push(ANSWER);
  pipeline.queue.end();
}

/** The text of what was performed, other frames by their kind. */
export function performed(sink: MemorySink): string[] {
  return sink.performed.map(({ frame }) => (frame.kind === "bytes" ? String(frame.bytes) : frame.kind));
}
