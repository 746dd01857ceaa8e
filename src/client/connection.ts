import type { Clock } from "../base/clock.ts";
import { Exchange, type ExchangeFacts } from "../protocol/exchange.ts";
import { error, ERROR_CODES, isRequestId, result, type JsonRpcRequest, type RequestId } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { eraOf, MODERN_REVISION, type Revision } from "../protocol/revision.ts";
import type { Frame } from "../wire/frame.ts";
import type { Tap } from "../wire/tap.ts";
import { Calls, type Call, type CallHooks } from "./calls.ts";
import { Inbox } from "./inbox.ts";
import { Observations } from "./observations.ts";
import { openDirectly, type OpenOutbound } from "./outbound.ts";
import { failed, GIVEN_UP, invalidMessage, transportLoss, type ClientFailure, type ClientOutcome } from "./outcome.ts";
import { nameOf, notificationMessage, requestMessage, type ClientSelf } from "./outgoing.ts";
import type { Arrival, ClientTransport, TransportEvents } from "./transport.ts";

export interface ConnectionOptions extends ClientSelf {
  readonly transport: ClientTransport;
  readonly clock: Clock;
  readonly tap?: Tap | undefined;
  readonly outbound?: OpenOutbound | undefined;
  readonly onNotification?: ((notification: JsonObject) => void) | undefined;
  /** Where several connections count their exchanges together; by itself it counts from 1. */
  readonly numbering?: Numbering | undefined;
  readonly answerRequest?: ((method: string, params: JsonObject) => JsonObject | undefined) | undefined;
}

/** How many exchanges and connections there were so far. */
export interface Numbering {
  exchanges: number;
  connections: number;
}

/** How long the server has to take a cancel by message, before both that and the request are closed. */
const CANCEL_GRACE_MS = 1_000;

export interface CallOptions extends CallHooks {
  readonly signal: AbortSignal;
  /** What is spoken in this one exchange. */
  readonly revision: Revision;
  /** Says nothing to the server when the call is given up. */
  readonly silent?: boolean | undefined;
}

/** One connection to a server: requests and their answers, whatever the era and the transport. */
export class Connection implements TransportEvents {
  readonly observations = new Observations();
  readonly transport: ClientTransport;
  readonly clock: Clock;
  readonly self: ClientSelf;
  /** The revision in force: agreed, or being agreed. Undefined before. */
  revision: Revision | undefined;
  readonly #options: ConnectionOptions;
  readonly #calls = new Calls();
  readonly #inbox: Inbox;
  readonly #posts = new Set<Promise<unknown>>();
  readonly #numbering: Numbering;
  #connection: number;
  #stream: Exchange | undefined;
  /** Why no request can be made any more. */
  #over: ClientFailure | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#numbering = options.numbering ?? { exchanges: 0, connections: 0 };
    this.#connection = ++this.#numbering.connections;
    this.transport = options.transport;
    this.clock = options.clock;
    this.self = { clientInfo: options.clientInfo, capabilities: options.capabilities };
    this.#inbox = new Inbox({
      calls: this.#calls,
      observations: this.observations,
      revision: () => this.revision,
      answer: (request) => this.#answer(request),
      onNotification: options.onNotification,
    });
  }

  open(signal: AbortSignal): Promise<ClientFailure | undefined> {
    const { outbound: ruled, tap } = this.#options;
    const outbound = ruled === undefined ? openDirectly(tap) : this.#watching(ruled);
    const exchange = (method: "$stream" | "$resume" | "$delete") => this.#exchange({ method });
    return this.transport.open({ clock: this.clock, events: this, outbound, exchange }, signal);
  }

  /** Connects anew after the connection has ended; undefined where the transport cannot. */
  reopen(signal: AbortSignal): Promise<ClientFailure | undefined> | undefined {
    if (this.transport.reopen === undefined) return undefined;
    this.#over = undefined;
    this.#stream = undefined;
    this.#connection = ++this.#numbering.connections;
    return this.transport.reopen(signal);
  }

  async call(method: string, params: JsonObject, options: CallOptions): Promise<ClientOutcome> {
    if (this.#over !== undefined) return failed(this.#over);
    if (options.signal.aborted) return failed(GIVEN_UP);
    const id = this.#calls.nextId();
    const message = requestMessage(this.self, options.revision, id, `progress-${id}`, method, params);
    const name = nameOf(method, params);
    const exchange = this.#exchange({ method, name, revision: options.revision, request: message });
    const call = this.#calls.open(id, tokenOf(message), exchange, options);
    const seen = this.observations.count;
    const giveUp = () => this.#giveUp(call, seen, options);
    options.signal.addEventListener("abort", giveUp, { once: true });
    this.transport.request(exchange, message);
    const outcome = await call.done;
    options.signal.removeEventListener("abort", giveUp);
    return outcome;
  }

  /** Sends a notification; data where the transport knows that it was refused. */
  notify(method: string, params?: JsonObject): Promise<ClientFailure | undefined> {
    if (this.#over !== undefined) return Promise.resolve(this.#over);
    return this.#notify(method, params).taken;
  }

  /** Ends every call, the session and the connection, in this order. */
  async close(signal: AbortSignal): Promise<ClientFailure | undefined> {
    this.#endAll(transportLoss("the client was closed before an answer came"), transportLoss("the client is closed"));
    await untilSettled(this.#posts, signal);
    return this.transport.close(signal);
  }

  arrived(arrival: Arrival): void {
    this.saw(arrival.frame, this.#inbox.ownerOf(arrival) ?? (this.#stream ??= this.#exchange({ method: "$stream" })));
    this.#inbox.take(arrival);
  }

  saw(frame: Frame, exchange: Exchange): void {
    this.#options.tap?.({ direction: "to-client", exchange, frame });
  }

  failed(exchange: Exchange, failure: ClientFailure): void {
    const call = this.#calls.byExchange(exchange);
    if (call === undefined) return;
    if (call.strange === undefined) call.fail(failure);
    else call.fail(invalidMessage(`${failure.message}; what came instead was ${call.strange}`));
  }

  waits(exchange: Exchange): boolean {
    return this.#calls.byExchange(exchange) !== undefined;
  }

  lost(failure: ClientFailure): void {
    this.#endAll(failure, failure);
  }

  observe(...what: Parameters<Observations["add"]>): void {
    this.observations.add(...what);
  }

  #endAll(reason: ClientFailure, later: ClientFailure): void {
    this.#over ??= later;
    for (const call of this.#calls.waiting) call.fail(reason);
  }

  /** SPEC 3: stdio cancels by a notification in both eras, a legacy session too; in the modern era the closed request is the cancel. */
  #giveUp(call: Call, seen: number, options: CallOptions): void {
    if (call.settled) return;
    const instead = call.strange ?? this.observations.puzzleSince(seen);
    call.fail(
      instead === undefined ? GIVEN_UP : { ...GIVEN_UP, message: `${GIVEN_UP.message}; meanwhile came ${instead}` },
    );
    call.exchange.cancel();
    const byMessage = this.transport.kind === "stdio" || call.exchange.era === "legacy";
    // `initialize` is never cancelled (CAN-02).
    if (!byMessage || options.silent === true || call.exchange.method === "initialize") {
      this.#abandon(call.exchange);
      return;
    }
    const reason = "the caller gave up";
    const cancel = this.#notify("notifications/cancelled", { requestId: call.id, reason });
    const release = this.clock.after(CANCEL_GRACE_MS, () => this.#abandon(cancel.exchange), { unref: true });
    void cancel.taken.then((refused) => {
      release();
      if (refused !== undefined)
        this.observe("connection", `the cancel of call ${String(call.id)}: ${refused.message}`);
      this.#abandon(call.exchange);
    });
  }

  /** What faults have made of a request decides what its answer has to look like: the id that was sent is the one that is waited for. */
  #watching(outbound: OpenOutbound): OpenOutbound {
    return (exchange, sink) =>
      outbound(exchange, {
        perform: (frame) => {
          const sent = frame.kind === "bytes" ? frame.of : undefined;
          if (sent !== undefined && sent.method === exchange.request?.method && isRequestId(sent.id))
            this.#calls.renamed(exchange, sent.id);
          return sink.perform(frame);
        },
        finish: () => sink.finish(),
      });
  }

  /** Closes a request that is still open, and tells of it. */
  #abandon(exchange: Exchange): void {
    if (!this.transport.abandon(exchange)) return;
    this.#options.tap?.({ direction: "to-server", exchange, frame: { kind: "close", how: "cut" } });
  }

  /** The modern era knows no requests of the server, and a client answers none (STD-12). */
  #answer(request: JsonRpcRequest): void {
    if (this.revision === undefined || eraOf(this.revision) === "modern") return;
    const own = request.method === "ping" ? {} : this.#options.answerRequest?.(request.method, request.params ?? {});
    const message =
      own === undefined
        ? error(request.id, ERROR_CODES.methodNotFound, `Method not found: ${request.method}`)
        : result(request.id, own);
    const posted = this.#track(this.transport.post(this.#exchange({ method: "$response" }), message));
    void posted.then((refused) => {
      if (refused !== undefined) this.observe("connection", `the answer to ${request.method}: ${refused.message}`);
    });
  }

  #notify(method: string, params?: JsonObject): { exchange: Exchange; taken: Promise<ClientFailure | undefined> } {
    const revision = this.revision ?? MODERN_REVISION;
    const exchange = this.#exchange({ method, revision });
    const message = notificationMessage(this.self, revision, method, params);
    return { exchange, taken: this.#track(this.transport.post(exchange, message)) };
  }

  #track<T>(posted: Promise<T>): Promise<T> {
    this.#posts.add(posted);
    void posted.finally(() => this.#posts.delete(posted));
    return posted;
  }

  #exchange(facts: Pick<ExchangeFacts, "method" | "name" | "request"> & { revision?: Revision }): Exchange {
    const revision = facts.revision ?? this.revision ?? MODERN_REVISION;
    return new Exchange({
      sequence: ++this.#numbering.exchanges,
      connection: this.#connection,
      era: eraOf(revision),
      transport: this.transport.kind,
      direction: "to-server",
      ...facts,
      revision,
    });
  }
}

function tokenOf(request: JsonRpcRequest): RequestId {
  const meta = request.params?._meta as { readonly progressToken: RequestId }; // written by `requestMessage`
  return meta.progressToken;
}

async function untilSettled(posts: ReadonlySet<Promise<unknown>>, signal: AbortSignal): Promise<void> {
  if (posts.size === 0 || signal.aborted) return;
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  await Promise.race([Promise.allSettled(posts), aborted]);
}
