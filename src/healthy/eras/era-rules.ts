import type { JsonRpcRequest } from "../../protocol/json-rpc.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { Era, Revision } from "../../protocol/revision.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Core } from "../core.ts";
import type { Method, Methods } from "../method.ts";
import type { PeerState } from "../peer-state.ts";
import type { Refusal } from "../refusal.ts";

/** What the two eras do differently with every request. */
export interface EraRules {
  readonly era: Era;
  readonly methods: Readonly<Partial<Record<Revision, Methods>>>;
  /** What is wrong with a request before anybody looks at its method. */
  refuse(core: Core, peer: PeerState, exchange: Exchange, request: JsonRpcRequest): Refusal | undefined;
  unknownMethod(method: string): Refusal;
  /** Adds to a result what the era wants in it. */
  complete(core: Core, result: JsonObject, method: Method): JsonObject;
}
