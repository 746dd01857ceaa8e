import type { JsonRpcError, JsonRpcNotification, JsonRpcRequest, JsonRpcResult } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import type { Channel } from "../wire/channel.ts";

/** The correct server that stands behind every fault. It knows methods and eras, no frames and no transport. */
export interface HealthyServer {
  /** One stdio connection, one legacy HTTP session, or everything on HTTP that has no session (made once). */
  openPeer(options: PeerOptions): Peer;
  /** Ends subscriptions and everything that runs. */
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
  /** Serves one request in the era and revision of `channel.exchange`. Answers on the channel, now or later, or never where it was cancelled. */
  request(message: JsonRpcRequest, channel: Channel): void;
  /** Takes a notification: a cancel aborts `exchange.cancelled` of the request it names and nothing is answered to it any more. */
  notification(message: JsonRpcNotification, channel: Channel): void;
  /** Takes the answer to a request that the server made. */
  response(message: JsonRpcResult | JsonRpcError): void;
  /** The connection or session has ended: every running request is cancelled, every subscription released. */
  close(): void;
}
