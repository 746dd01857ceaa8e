import type { Exchange, TransportKind } from "../protocol/exchange.ts";
import type { JsonRpcNotification, JsonRpcRequest } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import type { Channel } from "../wire/channel.ts";
import type { Changes } from "./offers/changes.ts";
import type { Arming } from "./tools/arming.ts";
import type { LeftOut } from "./tools/left-out.ts";

/** The correct server that stands behind every fault. It knows methods and eras, no frames and no transport. */
export interface HealthyServer {
  /** One stdio connection, one legacy HTTP session, or everything on HTTP that has no session (made once). */
  openPeer(options: PeerOptions): Peer;
  /** What is offered, for whoever alters it. */
  readonly changes: Changes;
  /** The tools that peers on this transport do not all see, and why. */
  leftOut(transport: TransportKind): readonly LeftOut[];
  /** Closes every peer. */
  close(): void;
}

export interface PeerOptions {
  /** `stateless`: many unrelated clients share this peer; ids of their requests may coincide, and responses to it are dropped. */
  readonly kind: "stdio" | "session" | "stateless";
  /** Sends a message that belongs to no request (list changes, …). On a session it goes to the GET stream and is dropped without one. */
  push(message: JsonObject): void;
}

/** The server's side of one peer. None of its methods throws. */
export interface Peer {
  /** What `initialize` has settled; undefined before, and on a stateless peer. */
  readonly revision: Revision | undefined;
  /** The client's name, from `initialize`. */
  readonly clientName: string | undefined;
  /**
   * Whether the exchange is the call of a fault tool that will be answered as such. Asked once, before its channel is chosen; an armed
   * call takes a place among the pending ones until its `release` is called, when its frames have left. Not asking is allowed.
   */
  arm(exchange: Exchange): Arming;
  /** Serves one request in the era and revision of `channel.exchange`. Answers on the channel, now or later, or never where it was cancelled. */
  request(message: JsonRpcRequest, channel: Channel): void;
  /**
   * Takes a notification, and ends its channel with status 202. A cancel aborts `exchange.cancelled` of the requests that bear its id
   * (type included) and nothing is answered to them any more; one for an unknown id, or for `initialize`, is ignored.
   */
  notification(message: JsonRpcNotification, channel: Channel): void;
  /** Takes the answer to a request that the server made, also one that JSON-RPC forbids, as long as it has an id and no method. */
  response(message: JsonObject): void;
  /**
   * The connection or session has ended: subscriptions are answered and released, then every running request is cancelled. To be
   * called before anybody else cancels exchanges, or those answers are lost.
   */
  close(): void;
}
