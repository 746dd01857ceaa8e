import type { OutageFrame } from "../wire/frame.ts";

/** How faults take the listener of a lab away for a while. */
export class Outages {
  #handler: ((outage: OutageFrame) => Promise<void>) | undefined;
  #running = 0;
  #fault: string | undefined;

  /** The fault that cuts sockets right now: their clients have closed nothing. */
  get cutBy(): string | undefined {
    return this.#fault;
  }

  /** What makes an outage on the socket that is listened on. Resolves once every socket is closed; must not reject. */
  handle(handler: (outage: OutageFrame) => Promise<void>): void {
    this.#handler = handler;
  }

  /** The listener and all its sockets are gone, as from now. */
  readonly begin = (outage: OutageFrame): void => {
    this.#running++;
    this.#fault = outage.fault;
    void this.#handler?.(outage).finally(() => {
      if (--this.#running === 0) this.#fault = undefined;
    });
  };
}
