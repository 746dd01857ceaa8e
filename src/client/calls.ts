import type { Exchange } from "../protocol/exchange.ts";
import type { RequestId } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { failed, type ClientFailure, type ClientOutcome } from "./outcome.ts";

export interface CallHooks {
  /** Progress under this call's own token, before its answer, in order. */
  readonly onProgress?: ((progress: number, params: JsonObject) => void) | undefined;
  /**
   * Any other notification that arrives on this call's own stream, or, where all calls share one (stdio), while the call waits.
   */
  readonly onNotification?: ((notification: JsonObject) => void) | undefined;
}

/** One request that waits for its answer. Settles once. */
export class Call {
  id: RequestId;
  readonly token: RequestId;
  readonly exchange: Exchange;
  readonly hooks: CallHooks;
  readonly done: Promise<ClientOutcome>;
  /** What arrived where only this call's answer can arrive and was not it. */
  strange: string | undefined;
  readonly #resolve: (outcome: ClientOutcome) => void;
  readonly #onSettled: (call: Call, outcome: ClientOutcome) => void;
  #settled = false;

  constructor(
    id: RequestId,
    token: RequestId,
    exchange: Exchange,
    hooks: CallHooks,
    onSettled: (call: Call, outcome: ClientOutcome) => void,
  ) {
    this.id = id;
    this.token = token;
    this.exchange = exchange;
    this.hooks = hooks;
    this.#onSettled = onSettled;
    let resolveDone: (outcome: ClientOutcome) => void = () => {};
    this.done = new Promise((resolve) => (resolveDone = resolve));
    this.#resolve = resolveDone;
  }

  get settled(): boolean {
    return this.#settled;
  }

  settle(outcome: ClientOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#onSettled(this, outcome);
    this.#resolve(outcome);
  }

  fail(failure: ClientFailure): void {
    this.settle(failed(failure));
  }
}

/** How a call ended: what a second answer to it is called depends on that. */
export type Ending = "answered" | "given-up";

/** How many calls that have ended are remembered. */
const MAX_REMEMBERED = 1_024;

/** The calls of one connection: those that wait, and how the last ones ended. */
export class Calls {
  readonly #waiting = new Map<RequestId, Call>();
  readonly #byToken = new Map<RequestId, Call>();
  readonly #byExchange = new Map<Exchange, Call>();
  readonly #ended = new Map<RequestId, Ending>();
  readonly #endedTokens = new Set<RequestId>();
  #lastId = 0;

  /** An id that this client has not used: 1, 2, 3, … */
  nextId(): number {
    return ++this.#lastId;
  }

  open(id: RequestId, token: RequestId, exchange: Exchange, hooks: CallHooks): Call {
    const call = new Call(id, token, exchange, hooks, (ended, outcome) => this.#close(ended, outcome));
    this.#waiting.set(id, call);
    this.#byToken.set(token, call);
    this.#byExchange.set(exchange, call);
    return call;
  }

  /** The request of this exchange went out under another id, by which it is known from here on; not under that of another that waits. */
  renamed(exchange: Exchange, id: RequestId): void {
    const call = this.#byExchange.get(exchange);
    if (call === undefined || call.id === id || this.#waiting.has(id)) return;
    this.#waiting.delete(call.id);
    call.id = id;
    this.#waiting.set(id, call);
  }

  get waiting(): Iterable<Call> {
    return this.#waiting.values();
  }

  /** The call that waits, where it is the only one. */
  get only(): Call | undefined {
    if (this.#waiting.size !== 1) return undefined;
    for (const call of this.#waiting.values()) return call;
    return undefined;
  }

  /** The waiting call of `id`, value and type alike. */
  find(id: unknown): Call | undefined {
    return typeof id === "string" || typeof id === "number" ? this.#waiting.get(id) : undefined;
  }

  /** The waiting call whose id reads the same and has another type: `"1"` for `1`. */
  findRetyped(id: unknown): Call | undefined {
    if (typeof id === "number") return this.#waiting.get(String(id));
    if (typeof id !== "string" || id === "") return undefined;
    const call = this.#waiting.get(Number(id));
    return call !== undefined && String(call.id) === id ? call : undefined;
  }

  byToken(token: unknown): Call | undefined {
    return typeof token === "string" || typeof token === "number" ? this.#byToken.get(token) : undefined;
  }

  byExchange(exchange: Exchange): Call | undefined {
    return this.#byExchange.get(exchange);
  }

  ending(id: unknown): Ending | undefined {
    return typeof id === "string" || typeof id === "number" ? this.#ended.get(id) : undefined;
  }

  wasToken(token: unknown): boolean {
    return (typeof token === "string" || typeof token === "number") && this.#endedTokens.has(token);
  }

  #close(call: Call, outcome: ClientOutcome): void {
    this.#waiting.delete(call.id);
    this.#byToken.delete(call.token);
    this.#byExchange.delete(call.exchange);
    const answered =
      outcome.ok || outcome.failure.kind === "protocol_error" || outcome.failure.kind === "invalid_message";
    this.#ended.set(call.id, answered ? "answered" : "given-up");
    this.#endedTokens.add(call.token);
    forgetOldest(this.#ended);
    forgetOldest(this.#endedTokens);
  }
}

function forgetOldest(remembered: Map<RequestId, unknown> | Set<RequestId>): void {
  if (remembered.size <= MAX_REMEMBERED) return;
  for (const oldest of remembered.keys()) {
    remembered.delete(oldest);
    return;
  }
}
