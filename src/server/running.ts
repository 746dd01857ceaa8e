import type { Exchange } from "../protocol/exchange.ts";
import { objectAt, type JsonObject } from "../protocol/json.ts";
import type { Pipeline } from "../wire/pipeline.ts";

interface Armed {
  readonly exchange: Exchange;
  readonly pipeline: Pipeline;
}

/** What runs through pipelines on one connection or session, and who listens to its peer. */
export class Running {
  readonly #armed = new Set<Armed>();
  readonly #listeners = new Set<(message: JsonObject) => void>();

  /** Hears of every message of the peer; returns how to stop. */
  readonly listen = (listener: (message: JsonObject) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Adds a pipeline; `release` is called when its frames have left. */
  add(exchange: Exchange, pipeline: Pipeline, release: () => void): void {
    const armed = { exchange, pipeline };
    this.#armed.add(armed);
    void pipeline.done.then(() => {
      this.#armed.delete(armed);
      release();
    });
  }

  /** Shows a message of the peer to listeners and to the inbound side of the acting faults. False: the core must not hear of it. */
  incoming(message: JsonObject): boolean {
    if (this.#listeners.size === 0 && this.#armed.size === 0) return true;
    for (const listener of [...this.#listeners]) listener(message);
    let pass = true;
    for (const { pipeline } of this.#armed) if (pipeline.inbound(message) === "withhold") pass = false;
    if (pass && message.method === "notifications/cancelled") this.#cancelAnswered(message);
    return pass;
  }

  /** Ends everything: what is answered but still on its way leaves with `drain`, calls that wait are dropped. */
  cancelAll(options: { drain: boolean; except?: Exchange | undefined }): void {
    for (const { exchange, pipeline } of this.#armed) {
      if (exchange !== options.except) exchange.cancel({ drain: options.drain && pipeline.answered });
    }
  }

  /** Settles once every pipeline has ended. */
  async settled(): Promise<void> {
    await Promise.all([...this.#armed].map(({ pipeline }) => pipeline.done));
  }

  /** The core forgets a request that it has answered; a fault may be holding the answer back, and a cancel must still reach it. */
  #cancelAnswered(message: JsonObject): void {
    const id = objectAt(message, "params")?.requestId;
    if (id === undefined) return;
    for (const { exchange } of this.#armed) {
      if (exchange.request?.id === id && exchange.method !== "initialize") exchange.cancel();
    }
  }
}
