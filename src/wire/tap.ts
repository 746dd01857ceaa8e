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
}

/** Listens to everything that travels. Called synchronously, in order; must not throw. */
export type Tap = (what: Tapped) => void;
