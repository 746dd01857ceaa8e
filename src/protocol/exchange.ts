import { LazySignal } from "../base/abort.ts";
import type { JsonRpcRequest } from "./json-rpc.ts";
import type { Era, Revision } from "./revision.ts";

/** How the messages of one exchange travel, as its reader sees them. */
export type Shape = "stdio" | "http-json" | "http-sse";
export type TransportKind = "stdio" | "http";
export type Direction = "to-client" | "to-server";

/** Names and values as they travel: order and repeats kept. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** An exchange that belongs to no request; it stands in the place of a method. */
export const PSEUDO_EXCHANGES = [
  "$start",
  "$open",
  "$stream",
  "$resume",
  "$notification",
  "$refused",
  "$delete",
  "$shutdown",
] as const;
export type PseudoExchange = (typeof PSEUDO_EXCHANGES)[number];

export interface HttpFacts {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
}

export interface ExchangeFacts {
  /** 1, 2, 3, … over the whole server, in the order in which requests were taken. Ids are reused, wrong or missing; this is not. */
  readonly sequence: number;
  /** 1 = the first connection (stdio) or socket (HTTP) that was opened. */
  readonly connection: number;
  /** Ordinal of the legacy HTTP session, 1 = the first opened. */
  readonly session?: number | undefined;
  /** The request's method, or a pseudo-exchange. */
  readonly method: string;
  /** Tool or prompt name, or resource URI. */
  readonly name?: string | undefined;
  readonly era: Era;
  readonly revision: Revision;
  readonly transport: TransportKind;
  readonly direction: Direction;
  readonly request?: JsonRpcRequest | undefined;
  readonly http?: HttpFacts | undefined;
  /** Why a `$shutdown` began. */
  readonly cause?: "eof" | "SIGTERM" | "SIGINT" | "idle" | undefined;
}

/** One request with all that belongs to it. */
export class Exchange {
  readonly sequence: number;
  readonly connection: number;
  readonly session: number | undefined;
  readonly method: string;
  readonly name: string | undefined;
  readonly era: Era;
  readonly revision: Revision;
  readonly transport: TransportKind;
  readonly direction: Direction;
  readonly request: JsonRpcRequest | undefined;
  readonly http: HttpFacts | undefined;
  readonly cause: ExchangeFacts["cause"];
  /** Known from the head on; always known on stdio. */
  shape: Shape | undefined;
  /** A rule says that the tool's side effect does not happen. */
  skipsEffect = false;
  /** Called once when the exchange is cancelled: cheaper than a signal for the one channel that has to know. */
  onCancel: (() => void) | undefined;
  readonly #cancelled = new LazySignal();
  #silenced = false;

  constructor(facts: ExchangeFacts) {
    this.sequence = facts.sequence;
    this.connection = facts.connection;
    this.session = facts.session;
    this.method = facts.method;
    this.name = facts.name;
    this.era = facts.era;
    this.revision = facts.revision;
    this.transport = facts.transport;
    this.direction = facts.direction;
    this.request = facts.request;
    this.http = facts.http;
    this.cause = facts.cause;
    this.shape = facts.transport === "stdio" ? "stdio" : undefined;
  }

  /** Aborts when the peer gave the exchange up: a cancel, or the end of its connection or session. */
  get cancelled(): AbortSignal {
    return this.#cancelled.signal;
  }

  get isCancelled(): boolean {
    return this.#cancelled.aborted;
  }

  /** True once nothing may be said to the peer any more. */
  get isSilenced(): boolean {
    return this.#silenced;
  }

  /**
   * Gives the exchange up. With `drain` what waits is ended, but frames that are already on their way still leave: the input has
   * ended, the peer may be reading on.
   */
  cancel(options?: { drain?: boolean }): void {
    if (options?.drain !== true) this.#silenced = true;
    if (this.#cancelled.aborted) return;
    this.#cancelled.abort();
    this.onCancel?.();
  }
}

/** The token under which the sender of `request` wants to hear of progress. */
export function progressTokenOf(request: JsonRpcRequest | undefined): string | number | undefined {
  const meta = request?.params?._meta;
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) return undefined;
  const token = (meta as { progressToken?: unknown }).progressToken;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}
