import type { Clock } from "../base/clock.ts";
import type { Random } from "../base/random.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Frames } from "./frame.ts";

/**
 * What a fault is: frames in, frames out. A transform is resumed when the sink has performed the frame that it yielded; a close
 * that fails throws at the yield. It waits only through `wire.clock.sleep(ms, wire.over)` or `until(wire.over)`, since ending a
 * generator does not wake it.
 */
export type Transform = (frames: Frames, wire: Wire) => Frames;

/** All that a fault may know and use. */
export interface Wire {
  readonly exchange: Exchange;
  readonly framing: Framing;
  readonly clock: Clock;
  /** Forked for each rule and exchange. */
  readonly random: Random;
  /** The peer gave up: a cancel, or the end of its connection or session. A fault may ignore it within its `maxMs`. */
  readonly cancelled: AbortSignal;
  /** The lab is stopping: ends every fault except those on `$shutdown`. */
  readonly closing: AbortSignal;
  /** Ends everything: `maxMs` after the cancel (or, on `$shutdown`, after closing). Does not run before. */
  readonly deadline: AbortSignal;
  /**
   * Aborts when this fault has to end: at the cancel (with a `maxMs`: that long after it) and when the lab stops (on `$shutdown`:
   * `maxMs` after that). What a fault waits under, unless it has a reason to tell the signals apart.
   */
  readonly over: AbortSignal;
  /** The next message of the peer, on this connection or session, that `match` accepts; undefined once `signal` aborts. */
  seen(match: (message: JsonObject) => boolean, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** One for each rule and scope, released with it. */
  readonly shared: Mailbox;
}

/** How a message becomes bytes on this exchange's transport. */
export interface Framing {
  encode(message: JsonObject): Uint8Array;
}

/** Lets the exchanges under one rule hand each other things, each handed over once. */
export interface Mailbox {
  put(key: string, value: unknown): void;
  /** What was put under `key`, oldest first; waits for it. Undefined once `signal` aborts. */
  take(key: string, signal: AbortSignal): Promise<unknown>;
}

/** Whether the core hears of a message that the peer sent. */
export type Inbound = (message: JsonObject, wire: Wire) => "pass" | "withhold";

/** One fault as it acts on one exchange. */
export interface ActingFault {
  /** The fault's name: marks in recordings the frames that it wrote. */
  readonly name: string;
  /** The rule that armed it. */
  readonly rule: string;
  readonly stage: "message" | "bytes";
  /** What the fault can act on; an answer in another shape becomes an event stream. */
  readonly shapes: readonly string[];
  readonly transform: Transform;
  readonly inbound?: Inbound | undefined;
  /** How long it may outlive a cancel; 0 = not at all. */
  readonly maxMs: number;
  readonly gapMs?: number | undefined;
  readonly random: Random;
  readonly shared: Mailbox;
}
