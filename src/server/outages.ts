import type { OutageFrame } from "../wire/frame.ts";

/** How faults take the listener of a lab away for a while. */
export class Outages {
  #handler: ((outage: OutageFrame) => Promise<void>) | undefined;
  #running = 0;

  /** Sockets are cut by the lab right now: their clients have closed nothing. */
  get isCutting(): boolean {
    return this.#running > 0;
  }

  /** What makes an outage on the socket that is listened on. Resolves once every socket is closed; must not reject. */
  handle(handler: (outage: OutageFrame) => Promise<void>): void {
    this.#handler = handler;
  }

  /** The listener and all its sockets are gone, as from now. */
  readonly begin = (outage: OutageFrame): void => {
    this.#running++;
    void this.#handler?.(outage).finally(() => this.#running--);
  };
}
