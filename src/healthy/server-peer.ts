import { errorText } from "../base/errors.ts";
import type { Exchange } from "../protocol/exchange.ts";
import {
  ERROR_CODES,
  isRequestId,
  result,
  type JsonRpcNotification,
  type JsonRpcRequest,
} from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Era, Revision } from "../protocol/revision.ts";
import type { Channel } from "../wire/channel.ts";
import type { Core } from "./core.ts";
import type { EraRules } from "./eras/era-rules.ts";
import { HANDSHAKE } from "./eras/handshake.ts";
import { STATELESS } from "./eras/stateless.ts";
import type { Method, Outcome } from "./method.ts";
import type { Peer } from "./peer.ts";
import type { PeerState } from "./peer-state.ts";
import { Refusal } from "./refusal.ts";
import { ServedCall } from "./served-call.ts";
import { armFaultCall, callsFaultTool, type Arming } from "./tools/arming.ts";

const RULES: Readonly<Record<Era, EraRules>> = { legacy: HANDSHAKE, modern: STATELESS };
const NOT_A_FAULT_TOOL: Arming = { kind: "not-a-fault-tool" };

/** Serves one peer: finds the rules of the era, the method of the revision, and answers now or later. */
export class ServerPeer implements Peer {
  readonly #core: Core;
  readonly #state: PeerState;
  readonly #onClose: () => void;

  constructor(core: Core, state: PeerState, onClose: () => void) {
    this.#core = core;
    this.#state = state;
    this.#onClose = onClose;
    core.announcer.join(state);
  }

  get revision(): Revision | undefined {
    return this.#state.revision;
  }

  get clientName(): string | undefined {
    return this.#state.clientName;
  }

  arm(exchange: Exchange): Arming {
    const { request } = exchange;
    if (request?.method !== "tools/call" || !callsFaultTool(this.#core.tools, exchange, request))
      return NOT_A_FAULT_TOOL;
    // What is refused as a request arms nothing (SPEC 14.3).
    if (RULES[exchange.era].refuse(this.#core, this.#state, exchange, request) !== undefined) return NOT_A_FAULT_TOOL;
    const arming = armFaultCall(this.#core.tools, this.#state.activations, exchange, request);
    if (arming.kind !== "not-a-fault-tool") this.#state.armings.set(exchange, arming);
    return arming;
  }

  request(message: JsonRpcRequest, channel: Channel): void {
    const { exchange } = channel;
    const rules = RULES[exchange.era];
    const call = new ServedCall(this.#core, this.#state, message, channel);
    const refusal = rules.refuse(this.#core, this.#state, exchange, message);
    if (refusal !== undefined) return refuse(call, refusal);
    const method = rules.methods[exchange.revision]?.get(message.method);
    if (method === undefined) return refuse(call, rules.unknownMethod(message.method));
    let outcome: Outcome | Promise<Outcome>;
    try {
      outcome = method.run(call);
    } catch (error) {
      outcome = internalError(error);
    }
    if (outcome instanceof Promise) void this.#answerLater(call, rules, method, outcome);
    else if (outcome !== "taken") answer(call, rules, method, outcome);
  }

  notification(message: JsonRpcNotification, channel: Channel): void {
    const { method, params } = message;
    if (method === "notifications/cancelled") {
      const id = params?.requestId;
      if (isRequestId(id)) this.#state.inFlight.cancel(id);
    } else if (method === "notifications/initialized" && this.#state.revision !== undefined) {
      this.#state.initialized = true;
    }
    channel.end({ status: 202 });
  }

  response(message: JsonObject): void {
    // Of many unrelated clients nobody knows which one has answered.
    if (this.#state.kind !== "stateless") this.#state.clientRequests.settle(message);
  }

  close(): void {
    // The answers to subscriptions come first: nothing can be said to what is cancelled.
    this.#core.announcer.leave(this.#state);
    this.#state.inFlight.cancelAll();
    this.#onClose();
  }

  /** From here on a cancel can reach the request; after one nothing is answered any more. */
  async #answerLater(call: ServedCall, rules: EraRules, method: Method, promise: Promise<Outcome>): Promise<void> {
    const { inFlight, kind } = this.#state;
    // Many unrelated clients share the stateless peer: an id says nothing there.
    if (kind !== "stateless") inFlight.add(call.exchange);
    const outcome = await promise.catch(internalError);
    inFlight.delete(call.exchange);
    if (call.exchange.isCancelled) call.channel.end();
    else if (outcome !== "taken") answer(call, rules, method, outcome);
  }
}

function answer(call: ServedCall, rules: EraRules, method: Method, outcome: JsonObject | Refusal): void {
  if (outcome instanceof Refusal) return refuse(call, outcome);
  call.channel.answer(result(call.request.id, rules.complete(call.core, outcome, method)));
}

function refuse(call: ServedCall, refusal: Refusal): void {
  const { status } = refusal;
  call.channel.answer(refusal.answer(call.request.id), status === undefined ? undefined : { status });
}

function internalError(error: unknown): Refusal {
  return new Refusal(ERROR_CODES.internalError, `Internal error: ${errorText(error)}`);
}
