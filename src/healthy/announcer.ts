import { META_KEYS } from "../protocol/envelope.ts";
import { notification } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { PeerState } from "./peer-state.ts";
import type { ListName, SubscriptionFilter } from "./subscription-filter.ts";

/** One open `subscriptions/listen` of a modern client. */
export interface Listener {
  readonly peer: PeerState;
  readonly filter: SubscriptionFilter;
  /** `params._meta` of all that is sent on it: the id of the request, in its own type. */
  readonly tag: JsonObject;
  send(message: JsonObject): void;
  /** Answers the request: the server ends the subscription. */
  end(): void;
}

/** Tells whoever wants to hear of it that a list or a resource has changed. */
export class Announcer {
  readonly #peers = new Set<PeerState>();
  readonly #listeners = new Set<Listener>();
  #isQuiet = false;

  /** Open subscriptions. */
  get listening(): number {
    return this.#listeners.size;
  }

  join(peer: PeerState): void {
    this.#peers.add(peer);
  }

  /** The peer is gone: its subscriptions are answered. */
  leave(peer: PeerState): void {
    this.#peers.delete(peer);
    for (const listener of this.#listeners) {
      if (listener.peer !== peer) continue;
      this.#listeners.delete(listener);
      listener.end();
    }
  }

  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  unlisten(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Runs `work`, in which nothing is announced. */
  quietly(work: () => void): void {
    this.#isQuiet = true;
    try {
      work();
    } finally {
      this.#isQuiet = false;
    }
  }

  listChanged(list: ListName): void {
    if (this.#isQuiet) return;
    const method = `notifications/${list}/list_changed`;
    // Before `initialized` a legacy client is sent nothing but answers.
    for (const peer of this.#peers) if (peer.initialized) peer.push(notification(method));
    for (const listener of this.#listeners)
      if (listener.filter.lists.has(list)) listener.send(notification(method, { _meta: listener.tag }));
  }

  resourceUpdated(uri: string): void {
    if (this.#isQuiet) return;
    const method = "notifications/resources/updated";
    for (const peer of this.#peers)
      if (peer.initialized && peer.subscriptions.has(uri)) peer.push(notification(method, { uri }));
    for (const listener of this.#listeners)
      if (listener.filter.uris.has(uri)) listener.send(notification(method, { uri, _meta: listener.tag }));
  }
}

/** `_meta` that names a subscription. */
export function subscriptionTag(id: string | number): JsonObject {
  return { [META_KEYS.subscriptionId]: id };
}
