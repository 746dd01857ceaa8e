import { ERROR_CODES } from "../protocol/json-rpc.ts";
import { isRevision, LATEST_LEGACY_REVISION, MODERN_REVISION } from "../protocol/revision.ts";
import { keepAlive } from "../transports/http/keep-alive.ts";
import type { Headers } from "../protocol/exchange.ts";
import type { HttpRequest, HttpResponder } from "../wire/http-port.ts";
import { httpExchange, openReply } from "./http-replies.ts";
import type { HttpHouse } from "./http-house.ts";
import type { HttpSession } from "./http-session.ts";

const ONLY_POST: Headers = [["Allow", "POST"]];

/** Serves GET and DELETE: the standing stream of a session, resumed streams, and the end of a session. Legacy only. */
export class HttpStreams {
  readonly #house: HttpHouse;

  constructor(house: HttpHouse) {
    this.#house = house;
  }

  serve(request: HttpRequest, responder: HttpResponder): void {
    const refuse = (status: number, code: number, message: string, headers?: Headers) =>
      this.#house.refuse(request, responder, status, code, message, headers === undefined ? undefined : { headers });
    const header = request.header("mcp-protocol-version");
    if (header === MODERN_REVISION)
      return refuse(405, ERROR_CODES.refused, "Method not allowed: this revision has POST only", ONLY_POST);
    const id = request.header("mcp-session-id");
    if (id === undefined) return refuse(400, ERROR_CODES.refused, "Bad request: Mcp-Session-Id is missing");
    const session = this.#house.sessions.find(id);
    if (session === undefined) return refuse(404, ERROR_CODES.sessionNotFound, "Session not found");
    if (header !== undefined && !isRevision(header))
      return refuse(400, ERROR_CODES.refused, "Bad request: unsupported MCP-Protocol-Version");
    if (request.method === "DELETE") return this.#delete(request, responder, session);
    if (!/text\/event-stream|text\/\*|\*\/\*/i.test(request.header("accept") ?? "")) {
      return refuse(406, ERROR_CODES.refused, "Not acceptable: Accept must allow text/event-stream");
    }
    const last = request.header("last-event-id");
    if (last !== undefined && session.log !== undefined) {
      if (session.log.find(last) === undefined)
        return refuse(400, ERROR_CODES.refused, "Bad request: unknown Last-Event-ID");
    } else if (session.hasStream) {
      return refuse(409, ERROR_CODES.refused, "Conflict: the session has its event stream already");
    }
    this.#stream(request, responder, session, last);
  }

  #delete(request: HttpRequest, responder: HttpResponder, session: HttpSession): void {
    const reply = this.#reply("$delete", request, responder, session, () => undefined);
    this.#house.forget(session, reply.exchange, responder);
    reply.end({ status: 200 });
  }

  #stream(request: HttpRequest, responder: HttpResponder, session: HttpSession, last: string | undefined): void {
    const cleanUp: (() => void)[] = [];
    const finished = () => {
      // A fault may have ended it while nothing was being said: it makes room for the next one, too.
      reply.end();
      for (const clean of cleanUp) clean();
    };
    const resumed = last === undefined ? undefined : session.log?.find(last);
    const reply = this.#reply(resumed === undefined ? "$stream" : "$resume", request, responder, session, finished);
    cleanUp.push(this.#house.hold(session, reply, responder));
    cleanUp.push(keepAlive(reply, this.#house.lab.clock));
    // A stream that its client has closed makes room for the next one.
    responder.onLost(() => reply.end());
    if (resumed === undefined) session.stand(reply, session.peer.revision === LATEST_LEGACY_REVISION);
    else resumed.stream.resume(reply, resumed.number);
  }

  #reply(
    method: "$stream" | "$resume" | "$delete",
    request: HttpRequest,
    responder: HttpResponder,
    session: HttpSession,
    finished: () => void,
  ) {
    const revision = session.peer.revision ?? LATEST_LEGACY_REVISION;
    const exchange = httpExchange(this.#house.lab, request, {
      method,
      era: "legacy",
      revision,
      session: session.ordinal,
    });
    const { method: verb, target, headers } = request;
    this.#house.lab.tap?.({
      direction: "to-server",
      exchange,
      frame: { kind: "request", method: verb, target, headers },
    });
    const { peer, running } = session;
    return openReply(this.#house.lab, { exchange, responder, peer, running, finished });
  }
}
