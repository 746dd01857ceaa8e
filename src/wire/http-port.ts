import type { Headers } from "../protocol/exchange.ts";

/** A request as an HTTP server transport receives it, from a socket or from memory. */
export interface HttpRequest {
  readonly method: string;
  /** As it stood in the request line: a path with a query, or whatever the peer wrote. */
  readonly target: string;
  /** Order and repeats kept, names as they came. */
  readonly headers: Headers;
  /** The value of a header (name in lower case); repeats joined by ", ". */
  header(name: string): string | undefined;
  /** Ordinal of the socket, 1 = the first accepted. */
  readonly connection: number;
  /**
   * Delivers the body once, whole. `not-utf8` where it is no text; `too-large` as soon as it exceeds `limitBytes`, or says that it
   * will; `lost` where the peer went before its end.
   */
  body(limitBytes: number, done: (result: BodyResult) => void): void;
}

export type BodyResult = { readonly text: string } | "not-utf8" | "too-large" | "lost";

/** How an HTTP server transport answers one request. */
export interface HttpResponder {
  /** Head, length and body in one write; the usual way. */
  answer(status: number, headers: Headers, body: string): void;
  /** Sends the head at once, before any of the body. */
  head(status: number, headers: Headers): void;
  /** Resolves when the peer takes more. Rejects once the connection is gone. */
  write(bytes: string | Uint8Array): Promise<void> | void;
  /** Ends the body cleanly. */
  end(): void;
  /** Cuts the connection in the middle, after what was written has left: no client can take it for an end. `reset`: with RST. */
  cut(how: "fin" | "reset"): Promise<void>;
  /** Bytes straight to the connection, below HTTP. */
  raw(bytes: Uint8Array): Promise<void>;
  readonly headSent: boolean;
  /** Called once when the connection goes before the answer has ended. At once where it has gone already. */
  onLost(listener: () => void): void;
}

/** Serves HTTP requests, wherever they come from. Never throws. */
export type HttpHandler = (request: HttpRequest, responder: HttpResponder) => void;

/** A way for a client to make HTTP requests: over sockets, or in memory. */
export interface HttpPort {
  /** Resolves at the head of the answer. Rejects with a `ConnectionLost` where there is none. Aborting `signal` closes the request. */
  request(request: OutgoingRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Closes idle connections. */
  close(): void;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array | undefined;
  /** Called once all of it has been handed to the connection. */
  readonly onSent?: (() => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Ends where the peer ended the body cleanly, throws a `ConnectionLost` where it was cut. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The connection ended before the answer did. `reason` is one of Node.js' error codes where there is one (`ECONNREFUSED`, …). */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}
