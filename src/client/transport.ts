import type { Clock } from "../base/clock.ts";
import type { Exchange, TransportKind } from "../protocol/exchange.ts";
import type { JsonRpcMessage } from "../protocol/json-rpc.ts";
import type { Frame } from "../wire/frame.ts";
import type { ObservationKind } from "./observations.ts";
import type { ClientFailure } from "./outcome.ts";
import type { OpenOutbound } from "./outbound.ts";
import type { ToolHeaders } from "./tool-headers.ts";

/** Something that arrived and may be a message. */
export interface Arrival {
  /** The JSON value; undefined where there is none to be had. */
  readonly value?: unknown;
  /** What is wrong with it as a text: not JSON, not UTF-8, too long. A value may still be there. */
  readonly problem?: string | undefined;
  /** It was too long to be read: no notification is, so it is the answer of the only call that waits. */
  readonly tooLong?: true | undefined;
  /** A part of it, for messages. */
  readonly excerpt: string;
  /** What travelled. */
  readonly frame: Frame;
  /** The exchange on whose own stream it came; undefined on a stream that all share. */
  readonly exchange?: Exchange | undefined;
}

/** What a transport tells the core. None of these throws. */
export interface TransportEvents {
  arrived(arrival: Arrival): void;
  /** A frame that holds no message: a head, a comment, the end of a stream. */
  saw(frame: Frame, exchange: Exchange): void;
  /** Nothing (more) can arrive for this exchange. Ignored where its call has been answered. */
  failed(exchange: Exchange, failure: ClientFailure): void;
  /** True until the call of this exchange has settled. */
  waits(exchange: Exchange): boolean;
  /** The connection that all exchanges share is gone. */
  lost(failure: ClientFailure): void;
  observe(kind: ObservationKind, text: string): void;
}

/** What the core lends to a transport. */
export interface TransportContext {
  readonly clock: Clock;
  readonly events: TransportEvents;
  readonly outbound: OpenOutbound;
  /** Makes an exchange that belongs to no request: the standing stream, its resumption, the end of the session. */
  exchange(method: "$stream" | "$resume" | "$delete"): Exchange;
}

/** A way to a server. It frames and sends, and knows no eras beyond what an exchange says, and no methods save for headers. */
export interface ClientTransport {
  readonly kind: TransportKind;
  /** Connects. Called once; data where that cannot be done. */
  open(context: TransportContext, signal: AbortSignal): Promise<ClientFailure | undefined>;
  /** Connects anew in place of a connection that has ended; undefined where that cannot be. */
  readonly reopen?: ((signal: AbortSignal) => Promise<ClientFailure | undefined>) | undefined;
  /** Sends a request. What comes of it is told as events. */
  request(exchange: Exchange, message: JsonRpcMessage): void;
  /** Sends a message that has no answer. Settles when the server has taken it, where the transport can know; data where it was refused. */
  post(exchange: Exchange, message: JsonRpcMessage): Promise<ClientFailure | undefined>;
  /** Gives up an exchange: nothing more of it is read. On HTTP this closes the request; true where it was still open. */
  abandon(exchange: Exchange): boolean;
  /** Opens the stream for messages that belong to no request, in the background. HTTP of the legacy era; elsewhere undefined. */
  readonly listen?: (() => void) | undefined;
  /** Settles once that stream stands, or will not: what the server tells before is lost. Undefined where there is none. */
  readonly listening?: Promise<unknown> | undefined;
  /** Which arguments travel as headers, too. HTTP of the modern era; elsewhere undefined. */
  readonly toolHeaders?: ToolHeaders | undefined;
  /** Ends the session where there is one, then everything else. Asked once. Data where the server did not let go in good order. */
  close(signal: AbortSignal): Promise<ClientFailure | undefined>;
}
