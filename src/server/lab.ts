import type { LazySignal } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { HealthyServer, Peer } from "../healthy/peer.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { AnswerShape } from "../transports/http/http-reply.ts";
import type { Outages } from "./outages.ts";
import type { Tap } from "../wire/tap.ts";
import type { ActingFault } from "../wire/transform.ts";

/** Decides which faults act on an exchange. Asked once for each; undefined: none, the direct way. */
export interface FaultPlan {
  /** Set where the decision cannot be made yet: the request carries rules, and what rules need has to be loaded first. */
  pending?(exchange: Exchange): Promise<unknown> | undefined;
  decide(exchange: Exchange, peer: Peer | undefined): Decision | undefined;
  /** A connection or session has ended. */
  release(place: Pick<Exchange, "transport" | "connection" | "session">): void;
}

export type Decision =
  | {
      readonly kind: "armed";
      readonly faults: readonly ActingFault[];
      /** The exchange is over. */
      release(): void;
    }
  /** The request carries rules that cannot be read; it is answered by an error that says so. */
  | { readonly kind: "refused"; readonly reason: string };

/** What every part of one fault server shares. */
export interface Lab {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly healthy: HealthyServer;
  readonly plan: FaultPlan;
  /** Aborts when the lab stops. */
  readonly closing: LazySignal;
  readonly tap: Tap | undefined;
  readonly answers: AnswerShape;
  readonly resumable: boolean;
  /** The lab's own stderr; resolves when it takes more. */
  readonly stderr: (bytes: string | Uint8Array) => Promise<void> | void;
  /** A defect of the lab: told on stderr, never to the peer. */
  readonly onError: (error: unknown) => void;
  readonly nextSequence: () => number;
  readonly outages: Outages;
  /** How a fault ends the process; undefined in process, where it is a transport loss. */
  readonly exit: ((code: number, signal: "SIGKILL" | undefined) => Promise<void> | void) | undefined;
}
