import type { Direction, Exchange } from "../protocol/exchange.ts";
import type { Frame } from "./frame.ts";

/** One thing that travelled, as a tap hears of it. */
export interface Tapped {
  readonly direction: Direction;
  readonly exchange: Exchange;
  readonly frame: Frame;
  /** The fault that wrote or changed the frame; undefined for what the healthy side sent. */
  readonly fault?: string | undefined;
  /** The faults that act on the exchange. */
  readonly armed?: readonly string[] | undefined;
  /** Ordinal of the client that it belongs to, 1 = the first, where whoever listens knows one client from another. */
  readonly client?: number | undefined;
}

/**
 * Listens to everything that travels. Called synchronously, in order; must not throw.
 *
 * What is sent is told as it is handed to the sink: `head`, `bytes`, `close` and the like, after every fault. What is received is told
 * when it has come whole: on stdio one `bytes` frame a line, on HTTP a `request` (or `head`) and one `bytes` frame for the body (or for
 * each event), with the message that was read in `of`; and the peer's own end of the connection as a `close`.
 */
export type Tap = (what: Tapped) => void;
