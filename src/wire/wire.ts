import { setMaxListeners } from "node:events";
import { LazySignal } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import { MAX_OUTLIVE_MS } from "../base/limits.ts";
import type { Random } from "../base/random.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { bodyFraming } from "./framing/body.ts";
import { eventStreamFraming } from "./framing/event-stream.ts";
import { lineFraming } from "./framing/line.ts";
import type { ActingFault, Framing, Mailbox, Wire } from "./transform.ts";

/** What a wire needs of the house. */
export interface WireContext {
  readonly clock: Clock;
  /** Aborts when the lab stops. */
  readonly closing: AbortSignal;
  /** Listens to the messages that the peer of this exchange sends; returns how to stop. */
  listen(listener: (message: JsonObject) => void): () => void;
}

/**
 * The wire of one fault on one exchange. Signals are made when they are first asked for: most faults need one at most. `release`
 * takes back every timer and listener that is left, above all those on `closing`, which outlives the exchange.
 */
export class ExchangeWire implements Wire {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly random: Random;
  readonly shared: Mailbox;
  readonly #context: WireContext;
  readonly #maxMs: number;
  #over: LazySignal | undefined;
  #deadline: LazySignal | undefined;
  #releases: Set<() => void> | undefined;

  constructor(exchange: Exchange, fault: ActingFault, context: WireContext) {
    this.exchange = exchange;
    this.clock = context.clock;
    this.random = fault.random;
    this.shared = fault.shared;
    this.#context = context;
    this.#maxMs = Math.min(fault.maxMs, MAX_OUTLIVE_MS);
  }

  get framing(): Framing {
    if (this.exchange.shape === "http-sse") return eventStreamFraming;
    return this.exchange.shape === "http-json" ? bodyFraming : lineFraming;
  }

  get cancelled(): AbortSignal {
    return this.exchange.cancelled;
  }

  get closing(): AbortSignal {
    const { closing } = this.#context;
    // Any number of exchanges may wait for this one signal; Node.js takes more than ten for a leak and says so on stderr.
    setMaxListeners(0, closing);
    return closing;
  }

  get deadline(): AbortSignal {
    if (this.#deadline === undefined) {
      const deadline = (this.#deadline = new LazySignal());
      this.#after(this.#isShutdown ? this.closing : this.cancelled, () => {
        if (this.#maxMs === 0) deadline.abort();
        else this.#keep(this.clock.after(this.#maxMs, () => deadline.abort(), { unref: true }));
      });
    }
    return this.#deadline.signal;
  }

  get over(): AbortSignal {
    if (this.#over === undefined) {
      const over = (this.#over = new LazySignal());
      const end = () => over.abort();
      // Before its own deadline a fault on `$shutdown` is ended by the loss of the connection alone.
      this.#after(this.#isShutdown ? this.cancelled : this.closing, end);
      this.#after(this.#maxMs === 0 && !this.#isShutdown ? this.cancelled : this.deadline, end);
    }
    return this.#over.signal;
  }

  seen(match: (message: JsonObject) => boolean, signal: AbortSignal): Promise<JsonObject | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const settle = (message: JsonObject | undefined) => {
        unlisten();
        signal.removeEventListener("abort", stop);
        this.#releases?.delete(stop);
        resolve(message);
      };
      const stop = () => settle(undefined);
      const unlisten = this.#context.listen((message) => {
        if (match(message)) settle(message);
      });
      signal.addEventListener("abort", stop, { once: true });
      this.#keep(stop);
    });
  }

  /** The exchange is over: nothing of it may stay behind. */
  release(): void {
    for (const release of this.#releases ?? []) release();
    this.#releases = undefined;
  }

  get #isShutdown(): boolean {
    return this.exchange.method === "$shutdown";
  }

  #after(signal: AbortSignal, act: () => void): void {
    if (signal.aborted) {
      act();
      return;
    }
    signal.addEventListener("abort", act, { once: true });
    this.#keep(() => signal.removeEventListener("abort", act));
  }

  #keep(release: () => void): void {
    (this.#releases ??= new Set()).add(release);
  }
}
