import type { Peer } from "../healthy/peer.ts";
import type { Exchange, Headers } from "../protocol/exchange.ts";
import { error } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { LATEST_LEGACY_REVISION } from "../protocol/revision.ts";
import type { HttpReply } from "../transports/http/http-reply.ts";
import { Sessions } from "../transports/http/sessions.ts";
import type { HttpRequest, HttpResponder } from "../wire/http-port.ts";
import { httpExchange, openReply } from "./http-replies.ts";
import { HttpSession } from "./http-session.ts";
import type { Lab } from "./lab.ts";
import { Running } from "./running.ts";

/** What everything on HTTP shares: sessions, what runs without one, and how a request is refused. */
export class HttpHouse {
  readonly lab: Lab;
  readonly sessions: Sessions<HttpSession>;
  /** Everything without a session: modern requests and stateless legacy ones. */
  readonly statelessPeer: Peer;
  readonly statelessRunning = new Running();
  /** Exchanges without a session that are still open. */
  readonly open = new Set<Exchange>();

  constructor(lab: Lab) {
    this.lab = lab;
    this.sessions = new Sessions(lab.clock);
    this.statelessPeer = lab.healthy.openPeer({ kind: "stateless", push: () => undefined });
  }

  /** Answers a request that goes no further. `foreign`: to whoever has no business here. */
  refuse(
    request: HttpRequest,
    responder: HttpResponder,
    status: number,
    code: number,
    message: string,
    options?: { headers?: Headers; id?: string | number | null; body?: string; foreign?: true },
  ): void {
    const reply = this.#replyAtOnce(request, responder, options);
    reply.answer(error(options?.id ?? null, code, message), { status, headers: options?.headers ?? [] });
  }

  /** Tells a browser what its page may send. */
  allow(request: HttpRequest, responder: HttpResponder, headers: Headers): void {
    this.#replyAtOnce(request, responder).end({ status: 204, headers });
  }

  #replyAtOnce(
    request: HttpRequest,
    responder: HttpResponder,
    options?: { readonly body?: string; readonly foreign?: true },
  ): HttpReply {
    const { lab, statelessPeer: peer, statelessRunning: running } = this;
    const facts = { method: "$refused", era: "legacy", revision: LATEST_LEGACY_REVISION } as const;
    const exchange = httpExchange(lab, request, facts);
    const { method, target, headers } = request;
    lab.tap?.({ direction: "to-server", exchange, frame: { kind: "request", method, target, headers } });
    if (options?.body !== undefined)
      lab.tap?.({ direction: "to-server", exchange, frame: { kind: "bytes", bytes: options.body } });
    return openReply(lab, { exchange, responder, peer, running, foreign: options?.foreign });
  }

  newSession(ordinal: number): HttpSession {
    const { lab } = this;
    const openPeer = (push: (message: JsonObject) => void) => lab.healthy.openPeer({ kind: "session", push });
    const onEnd = () => lab.plan.release({ transport: "http", connection: 0, session: ordinal });
    return new HttpSession(lab.ids(), ordinal, lab.resumable, openPeer, onEnd);
  }

  dropSession(session: HttpSession | undefined): void {
    if (session !== undefined) this.sessions.remove(session);
  }

  /** Strikes a session in which one exchange goes on. It can be cancelled by nothing else any more: its closed request is the cancel. */
  forget(session: HttpSession, exchange: Exchange, responder: HttpResponder): void {
    this.sessions.remove(session, exchange);
    responder.onLost(() => exchange.cancel());
  }

  /** Keeps an open answer with its session, so that both end together. */
  hold(session: HttpSession, reply: HttpReply, responder: HttpResponder): () => void {
    const release = this.sessions.hold(session);
    const untrack = session.track(reply);
    // A closed POST is no cancel on a session (its answer is dropped), but it no longer keeps the session alive.
    responder.onLost(release);
    return () => {
      release();
      untrack();
    };
  }

  /** Ends sessions, streams and open requests at once. Resolves when what was on its way has left. */
  async stop(): Promise<void> {
    this.sessions.removeAll();
    this.statelessPeer.close();
    this.statelessRunning.cancelAll({ drain: true });
    for (const exchange of [...this.open]) exchange.cancel({ drain: true });
    await this.statelessRunning.settled();
  }
}
