import { MAX_BODY_BYTES } from "../base/limits.ts";
import type { Peer } from "../healthy/peer.ts";
import type { Exchange, Headers } from "../protocol/exchange.ts";
import { error, ERROR_CODES } from "../protocol/json-rpc.ts";
import { LATEST_LEGACY_REVISION } from "../protocol/revision.ts";
import { createGuard } from "../transports/http/guard.ts";
import type { HttpReply } from "../transports/http/http-reply.ts";
import { Sessions } from "../transports/http/sessions.ts";
import type { HttpRequest, HttpResponder } from "../wire/http-port.ts";
import { httpExchange, openReply } from "./http-replies.ts";
import { HttpPost } from "./http-post.ts";
import { HttpSession } from "./http-session.ts";
import { HttpStreams } from "./http-streams.ts";
import type { Lab } from "./lab.ts";
import { Running } from "./running.ts";

export interface HttpServerOptions {
  readonly path: string;
  /** The name that was bound; good in `Host` and `Origin` beside the loopback names. */
  readonly host: string;
}

/** Serves Streamable HTTP in both eras: guards, then routes by method. Knows sessions; the core knows methods. */
export class HttpServer {
  readonly lab: Lab;
  readonly sessions: Sessions<HttpSession>;
  /** Everything without a session: modern requests and stateless legacy ones. */
  readonly statelessPeer: Peer;
  readonly statelessRunning = new Running();
  /** Answers without a session that are still open. */
  readonly open = new Set<Exchange>();
  readonly #guard: (request: HttpRequest) => { status: number; message: string } | undefined;
  readonly #post: HttpPost;
  readonly #streams: HttpStreams;
  #stopping = false;

  constructor(lab: Lab, options: HttpServerOptions) {
    this.lab = lab;
    this.sessions = new Sessions(lab.clock);
    this.statelessPeer = lab.healthy.openPeer({ kind: "stateless", push: () => undefined });
    this.#guard = createGuard(options.path, options.host);
    this.#post = new HttpPost(this);
    this.#streams = new HttpStreams(this);
  }

  /** Serves one request; never throws. */
  readonly handle = (request: HttpRequest, responder: HttpResponder): void => {
    try {
      this.#route(request, responder);
    } catch (problem) {
      this.lab.onError(problem);
      this.refuse(request, responder, 500, ERROR_CODES.internalError, "Internal error");
    }
  };

  /** Ends sessions, streams and open requests at once. Resolves when what was on its way has left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.sessions.removeAll();
    this.statelessPeer.close();
    this.statelessRunning.cancelAll({ drain: true });
    for (const exchange of [...this.open]) exchange.cancel({ drain: true });
    await this.statelessRunning.settled();
  }

  /** Answers a request that goes no further. */
  refuse(request: HttpRequest, responder: HttpResponder, status: number, code: number, message: string, options?: { headers?: Headers; id?: string | number | null }): void {
    const exchange = httpExchange(this.lab, request, { method: "$refused", era: "legacy", revision: LATEST_LEGACY_REVISION });
    this.lab.tap?.({ direction: "to-server", exchange, frame: { kind: "request", method: request.method, target: request.target, headers: request.headers } });
    const reply = openReply(this.lab, { exchange, responder, peer: this.statelessPeer, running: this.statelessRunning });
    reply.answer(error(options?.id ?? null, code, message), { status, headers: options?.headers ?? [] });
  }

  newSession(ordinal: number): HttpSession {
    return new HttpSession(this.lab.ids(), ordinal, this.lab.resumable, (push) => this.lab.healthy.openPeer({ kind: "session", push }));
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

  #route(request: HttpRequest, responder: HttpResponder): void {
    const refusal = this.#guard(request);
    if (refusal !== undefined) {
      this.refuse(request, responder, refusal.status, ERROR_CODES.refused, refusal.message, { headers: CLOSE });
    } else if (this.#stopping) {
      this.refuse(request, responder, 503, ERROR_CODES.refused, "The server is stopping", { headers: CLOSE });
    } else if (request.method === "POST") {
      this.#receive(request, responder);
    } else if (request.method === "GET" || request.method === "DELETE") {
      this.#streams.serve(request, responder);
    } else {
      this.refuse(request, responder, 405, ERROR_CODES.refused, "Method not allowed", { headers: [["Allow", "GET, POST, DELETE"]] });
    }
  }

  #receive(request: HttpRequest, responder: HttpResponder): void {
    if (!isJsonType(request.header("content-type"))) {
      this.refuse(request, responder, 415, ERROR_CODES.refused, "Unsupported media type: Content-Type must be application/json", { headers: CLOSE });
      return;
    }
    request.body(MAX_BODY_BYTES, (body) => {
      if (body === "lost") return;
      if (body === "too-large") {
        this.refuse(request, responder, 413, ERROR_CODES.refused, `Payload too large: a body has at most ${MAX_BODY_BYTES} bytes`, { headers: CLOSE });
        return;
      }
      try {
        this.#post.serve(request, responder, body.text);
      } catch (problem) {
        this.lab.onError(problem);
        this.refuse(request, responder, 500, ERROR_CODES.internalError, "Internal error");
      }
    });
  }
}

/** The rest of a body that nobody reads must not be taken for the next request. */
const CLOSE: Headers = [["Connection", "close"]];

function isJsonType(type: string | undefined): boolean {
  return type === "application/json" || (type !== undefined && /^application\/json\s*(;|$)/i.test(type.trim()));
}
