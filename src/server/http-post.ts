import { MAX_BATCH_MESSAGES, MAX_SESSIONS, SESSION_RETRY_AFTER_SECONDS } from "../base/limits.ts";
import type { Peer } from "../healthy/peer.ts";
import { envelopeRevision } from "../protocol/envelope.ts";
import type { Exchange } from "../protocol/exchange.ts";
import {
  classify,
  error,
  ERROR_CODES,
  idOfRefused,
  looksLikeResponse,
  type Classified,
  type JsonRpcRequest,
} from "../protocol/json-rpc.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { parseJson } from "../protocol/parse.ts";
import { notificationName, requestName } from "../protocol/request-name.ts";
import {
  BATCH_REVISION,
  DEFAULT_LEGACY_REVISION,
  eraOf,
  isRevision,
  MODERN_REVISION,
  type Revision,
} from "../protocol/revision.ts";
import { acceptsBoth } from "../transports/http/accept.ts";
import type { HttpReply } from "../transports/http/http-reply.ts";
import { keepAlive } from "../transports/http/keep-alive.ts";
import { LoggedChannel } from "../transports/http/logged-channel.ts";
import type { HttpRequest, HttpResponder } from "../wire/http-port.ts";
import { createBatch, SILENT } from "./batch.ts";
import { httpExchange, openReply, type OpenReplyOptions } from "./http-replies.ts";
import type { HttpHouse } from "./http-house.ts";
import type { HttpSession } from "./http-session.ts";
import type { Running } from "./running.ts";
import { WitnessedResponder } from "./witnessed-responder.ts";

/** One POST on its way: what it carries and where it belongs. */
interface Post {
  readonly request: HttpRequest;
  readonly responder: HttpResponder;
  readonly text: string;
  readonly session: HttpSession | undefined;
  readonly revision: Revision;
  /** It is a member of a batch. */
  readonly shared?: boolean | undefined;
}

type ValidMessage = Exclude<Classified, { kind: "invalid" }>;

/** Serves POSTs: decides era, revision and session, and hands each message to its peer. */
export class HttpPost {
  readonly #house: HttpHouse;

  constructor(house: HttpHouse) {
    this.#house = house;
  }

  serve(request: HttpRequest, responder: HttpResponder, text: string): void {
    const parsed = parseJson(text);
    if ("problem" in parsed) {
      this.#refuse(
        { request, responder, text },
        400,
        ERROR_CODES.parseError,
        `Parse error: the body is ${parsed.problem}`,
      );
      return;
    }
    const { value } = parsed;
    const header = request.header("mcp-protocol-version");
    if (header === MODERN_REVISION || (isObject(value) && envelopeRevision(value) !== undefined)) {
      this.#modern({ request, responder, text, session: undefined, revision: MODERN_REVISION }, value);
    } else {
      this.#legacy(request, responder, text, value, header);
    }
  }

  #modern(post: Post, value: unknown): void {
    const classified = this.#classified(post, value);
    if (classified === undefined) return;
    if (classified.kind === "request") this.#call(post, classified.message);
    else this.#notify(post, classified);
  }

  #legacy(
    request: HttpRequest,
    responder: HttpResponder,
    text: string,
    value: unknown,
    header: string | undefined,
  ): void {
    const refuse = (status: number, code: number, message: string) =>
      this.#refuse({ request, responder, text }, status, code, message, idOfRefused(value));
    if (!acceptsBoth(request.header("accept"))) {
      refuse(406, ERROR_CODES.refused, "Not acceptable: Accept must allow application/json and text/event-stream");
      return;
    }
    const sessionId = request.header("mcp-session-id");
    const session = sessionId === undefined ? undefined : this.#house.sessions.find(sessionId);
    if (sessionId !== undefined && session === undefined) {
      refuse(404, ERROR_CODES.sessionNotFound, "Session not found");
      return;
    }
    const opens = isObject(value) && value.method === "initialize";
    if (header !== undefined && !isRevision(header) && !opens) {
      refuse(400, ERROR_CODES.refused, "Bad request: unsupported MCP-Protocol-Version");
      return;
    }
    const named = isRevision(header) && !opens ? header : DEFAULT_LEGACY_REVISION;
    const post: Post = { request, responder, text, session, revision: session?.peer.revision ?? named };
    if (Array.isArray(value)) {
      this.#batch(post, value);
      return;
    }
    const classified = this.#classified(post, value);
    if (classified === undefined) return;
    if (classified.kind !== "request") this.#notify(post, classified);
    else if (opens && session === undefined) this.#initialize(post, classified.message);
    else this.#call(post, classified.message);
  }

  #classified(post: Post, value: unknown): ValidMessage | undefined {
    const classified = classify(value);
    if (classified.kind !== "invalid") return classified;
    // A broken answer to one of our requests is that request's outcome.
    if (looksLikeResponse(value)) post.session?.peer.response(value);
    this.#refuse(post, 400, ERROR_CODES.invalidRequest, `Invalid request: ${classified.reason}`, classified.id);
    return undefined;
  }

  /** A legacy client that initializes gets a session of its own, unless the handshake fails. */
  #initialize(post: Post, message: JsonRpcRequest): void {
    const { sessions } = this.#house;
    if (sessions.isFull) {
      this.#house.refuse(
        post.request,
        post.responder,
        503,
        ERROR_CODES.refused,
        `Too many sessions: at most ${MAX_SESSIONS} at one time`,
        {
          headers: [["Retry-After", String(SESSION_RETRY_AFTER_SECONDS)]],
          id: message.id,
          body: post.text,
        },
      );
      return;
    }
    const session = this.#house.newSession(sessions.nextOrdinal());
    sessions.add(session);
    this.#call({ ...post, session, responder: new WitnessedResponder(post.responder) }, message, session.id);
  }

  #call(post: Post, message: JsonRpcRequest, newSession?: string): void {
    const { session } = post;
    const exchange = this.#exchange(post, message.method, message);
    this.#tapRequest(post, exchange, message);
    const { running } = this.#home(session);
    if (session !== undefined && !running.incoming(message)) return;
    const pending = this.#house.lab.plan.pending?.(exchange);
    if (pending === undefined) this.#serve(post, exchange, message, newSession);
    else void pending.then(() => this.#serve(post, exchange, message, newSession));
  }

  #serve(post: Post, exchange: Exchange, message: JsonRpcRequest, newSession: string | undefined): void {
    const { session } = post;
    const { peer, running } = this.#home(session);
    let over = false;
    const cleanUp: (() => void)[] = [];
    const reply = openReply(this.#house.lab, {
      exchange,
      responder: post.responder,
      peer,
      running,
      shared: post.shared,
      headers: newSession === undefined ? undefined : [["Mcp-Session-Id", newSession]],
      forgetSession: session === undefined ? undefined : () => this.#house.forget(session, exchange, post.responder),
      stand: session === undefined ? undefined : (frame) => session.sendStanding(frame),
      finished: () => {
        over = true;
        for (const clean of cleanUp) clean();
        // Nobody has been told of a session whose handshake a fault has refused.
        if (session !== undefined && post.responder instanceof WitnessedResponder && post.responder.hasRefused)
          this.#house.dropSession(session);
      },
    });
    const log = newSession === undefined ? session?.log : undefined;
    const channel = log === undefined ? reply : new LoggedChannel(reply, log, PRIMED.includes(post.revision));
    if (reply.refusal === undefined) peer.request(message, channel);
    else reply.answer(error(message.id, ERROR_CODES.invalidParams, reply.refusal), { status: 400 });
    // A handshake that fails opens no session.
    if (newSession !== undefined && session?.peer.revision === undefined) this.#house.dropSession(session);
    if (over) return;
    this.#wait(post, reply, cleanUp);
    if (channel instanceof LoggedChannel && !reply.isEnded) channel.open();
  }

  /** The answer has not left at once: from here on the exchange can be cancelled, and its stream be idle. */
  #wait(post: Post, reply: HttpReply, cleanUp: (() => void)[]): void {
    const { lab, open } = this.#house;
    const { exchange } = reply;
    cleanUp.push(keepAlive(reply, lab.clock));
    if (post.session !== undefined) {
      cleanUp.push(this.#house.hold(post.session, reply, post.responder));
      return;
    }
    open.add(exchange);
    cleanUp.push(() => open.delete(exchange));
    // Statelessly and in the modern era the closed request is the cancel.
    post.responder.onLost(() => exchange.cancel());
  }

  /** A notification, or the answer to a request of the server: 202. */
  #notify(post: Post, classified: Exclude<ValidMessage, { kind: "request" }>): void {
    const exchange = this.#exchange(post, "$notification", undefined, notificationName(classified));
    this.#tapRequest(post, exchange, classified.message);
    const { peer, running } = this.#home(post.session);
    const reply = openReply(this.#house.lab, { exchange, responder: post.responder, peer, running });
    this.#deliver(post, classified, reply);
    reply.end({ status: 202 });
  }

  #deliver(post: Post, classified: Exclude<ValidMessage, { kind: "request" }>, reply: HttpReply): void {
    const { peer, running } = this.#home(post.session);
    if (post.session !== undefined && !running.incoming(classified.message)) return;
    if (classified.kind === "response") peer.response(classified.message);
    else peer.notification(classified.message, reply);
  }

  /** The members of a batch share one answer: each is an event of its own on one stream, or, where JSON is forced, one of an array. */
  #batch(post: Post, values: readonly unknown[]): void {
    const refuse = (message: string, id?: string | number | null) =>
      this.#refuse(post, 400, ERROR_CODES.invalidRequest, `Invalid request: ${message}`, id);
    if (post.revision !== BATCH_REVISION) return refuse(`batches exist at ${BATCH_REVISION} only`);
    if (values.length === 0 || values.length > MAX_BATCH_MESSAGES)
      return refuse(`a batch has 1 to ${MAX_BATCH_MESSAGES} messages`);
    const members: ValidMessage[] = [];
    for (const value of values) {
      const classified = classify(value);
      if (classified.kind === "invalid") return refuse(classified.reason, classified.id);
      if (classified.message.method === "initialize") return refuse("initialize cannot be part of a batch");
      members.push(classified);
    }
    const requests = members.filter((member) => member.kind === "request");
    const asJson = this.#house.lab.answers === "json";
    const batch = createBatch(post.responder, requests.length, asJson);
    for (const member of members) {
      if (member.kind === "request")
        this.#call({ ...post, responder: batch.member(), shared: !asJson }, member.message);
      else this.#deliver(post, member, openReply(this.#house.lab, this.#silent(post, member)));
    }
    if (requests.length === 0) post.responder.answer(202, [], "");
  }

  /** A reply for a message that nobody answers. */
  #silent(post: Post, member: ValidMessage): OpenReplyOptions {
    const exchange = this.#exchange(post, "$notification", undefined, notificationName(member));
    return { exchange, responder: SILENT, ...this.#home(post.session) };
  }

  #home(session: HttpSession | undefined): { peer: Peer; running: Running } {
    return session ?? { peer: this.#house.statelessPeer, running: this.#house.statelessRunning };
  }

  #exchange(post: Post, method: string, message?: JsonRpcRequest, notification?: string): Exchange {
    return httpExchange(this.#house.lab, post.request, {
      method,
      name: message === undefined ? notification : requestName(message),
      era: eraOf(post.revision),
      revision: post.revision,
      session: post.session?.ordinal,
      request: message,
    });
  }

  #tapRequest(post: Post, exchange: Exchange, message: JsonObject): void {
    const { tap } = this.#house.lab;
    if (tap === undefined) return;
    const { method, target, headers } = post.request;
    tap({ direction: "to-server", exchange, frame: { kind: "request", method, target, headers } });
    tap({ direction: "to-server", exchange, frame: { kind: "bytes", bytes: post.text, of: message } });
  }

  #refuse(
    { request, responder, text }: Pick<Post, "request" | "responder" | "text">,
    status: number,
    code: number,
    message: string,
    id?: string | number | null,
  ): void {
    this.#house.refuse(request, responder, status, code, message, { body: text, ...(id === undefined ? {} : { id }) });
  }
}

/** The revisions that know the empty event which opens a resumable stream. */
const PRIMED: readonly Revision[] = ["2025-11-25"];
