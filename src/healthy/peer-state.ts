import { MAX_PENDING_ACTIVATIONS, MAX_PENDING_ACTIVATIONS_STATELESS } from "../base/limits.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import { Activations } from "./activations.ts";
import { ClientRequests } from "./client-requests.ts";
import { InFlight } from "./in-flight.ts";
import type { LogLevel } from "./log-level.ts";
import type { PeerOptions } from "./peer.ts";
import type { Arming } from "./tools/arming.ts";

/** What the server remembers of one peer. Nothing of it but the running requests concerns the modern era. */
export class PeerState {
  readonly kind: PeerOptions["kind"];
  readonly push: PeerOptions["push"];
  /** What `initialize` settled. */
  revision: Revision | undefined;
  clientName: string | undefined;
  clientCapabilities: JsonObject = {};
  /** The client has sent `notifications/initialized`: before it, nothing but answers is sent. */
  initialized = false;
  /** Everything is logged until the client chooses a level. */
  logLevel: LogLevel = "debug";
  /** URIs of the resources whose updates the client wants to hear of. */
  readonly subscriptions = new Set<string>();
  readonly inFlight = new InFlight();
  readonly clientRequests = new ClientRequests();
  readonly activations: Activations;
  /** What was decided about a call before its channel was chosen. */
  readonly armings = new WeakMap<Exchange, Arming>();

  constructor(options: PeerOptions) {
    this.kind = options.kind;
    this.push = (message) => options.push(message);
    this.activations = new Activations(
      options.kind === "stateless" ? MAX_PENDING_ACTIVATIONS_STATELESS : MAX_PENDING_ACTIVATIONS,
    );
  }
}
