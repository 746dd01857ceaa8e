import { MAX_OUTLIVE_MS } from "../base/limits.ts";
import { Exchange, type PseudoExchange, type TransportKind } from "../protocol/exchange.ts";
import { LATEST_LEGACY_REVISION } from "../protocol/revision.ts";
import type { Frame } from "../wire/frame.ts";
import { startPipeline, type Sink } from "../wire/pipeline.ts";
import type { ActingFault } from "../wire/transform.ts";
import type { Lab } from "./lab.ts";
import type { Running } from "./running.ts";

/** Connection and process, where no request is: start, open, shutdown. */
export type LifeCycleMoment = Extract<PseudoExchange, "$start" | "$open" | "$shutdown">;

export interface MomentOptions {
  readonly moment: LifeCycleMoment;
  readonly transport: TransportKind;
  readonly connection: number;
  readonly cause?: Exchange["cause"];
  readonly running: Running;
  /** Called only where a fault acts. */
  sink(faults: readonly ActingFault[]): Sink;
}

/**
 * Lets the armed faults of a moment in the life of a connection or process act. The healthy side has nothing to say then. Undefined
 * where no fault acts; else settles when they are done.
 */
export function liveThrough(lab: Lab, options: MomentOptions): Promise<void> | undefined {
  const { moment, transport, connection, cause, running } = options;
  const exchange = new Exchange({
    // Exchanges are counted from the first request on.
    sequence: 0,
    connection,
    method: moment,
    era: "legacy",
    revision: LATEST_LEGACY_REVISION,
    transport,
    direction: "to-client",
    cause,
  });
  const decision = lab.plan.decide(exchange, undefined);
  if (decision?.kind !== "armed") return undefined;
  const { clock, tap, onError } = lab;
  // What is armed for the shutdown is not ended by it, but by its own bound from now on.
  const closing = moment === "$shutdown" ? AbortSignal.abort() : lab.closing.signal;
  if (moment === "$shutdown") void lab.stderr(delayNotice(decision.faults));
  const context = { clock, closing, listen: running.listen, tap, onError };
  const pipeline = startPipeline(exchange, decision.faults, options.sink(decision.faults), context);
  pipeline.queue.end();
  running.add(exchange, pipeline, () => decision.release());
  return pipeline.done;
}

/** Only an armed `$shutdown` fault may delay the end, by its own bound, and says so (SPEC 14.2). */
function delayNotice(faults: readonly ActingFault[]): string {
  const names = faults.map((fault) => fault.name).join(", ");
  const bound = Math.min(MAX_OUTLIVE_MS, Math.max(0, ...faults.map((fault) => fault.maxMs)));
  return `mcp-failure-lab: the shutdown is in the hands of ${names} for at most ${bound} ms\n`;
}

/** Performs what faults do to the process where there is no connection: stderr and its end. */
export class ProcessSink implements Sink {
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  async perform(frame: Frame): Promise<void> {
    if (frame.kind === "stderr") await this.#lab.stderr(frame.bytes);
    else if (frame.kind === "close") await this.#lab.exit?.(frame.code ?? 0, frame.signal);
  }

  finish(): void {}
}
