import type { Exchange } from "../protocol/exchange.ts";
import type { RequestId } from "../protocol/json-rpc.ts";

/** The requests of one peer that wait for their answer. Several may bear one id: they are told apart by themselves. */
export class InFlight {
  readonly #exchanges = new Set<Exchange>();

  get size(): number {
    return this.#exchanges.size;
  }

  add(exchange: Exchange): void {
    this.#exchanges.add(exchange);
  }

  delete(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
  }

  /** Cancels what has this id, type included. Unknown ids are ignored. */
  cancel(id: RequestId): void {
    for (const exchange of this.#exchanges) if (exchange.request?.id === id) this.#drop(exchange);
  }

  cancelAll(): void {
    for (const exchange of this.#exchanges) this.#drop(exchange);
  }

  #drop(exchange: Exchange): void {
    this.#exchanges.delete(exchange);
    exchange.cancel();
  }
}
