import { MAX_BODY_BYTES } from "../base/limits.ts";
import { ERROR_CODES } from "../protocol/json-rpc.ts";
import { preflightHeaders } from "../transports/http/cors.ts";
import { createGuard } from "../transports/http/guard.ts";
import type { HttpRequest, HttpResponder } from "../wire/http-port.ts";
import { HttpHouse } from "./http-house.ts";
import { HttpPost } from "./http-post.ts";
import { HttpStreams } from "./http-streams.ts";
import type { Lab } from "./lab.ts";

export interface HttpServerOptions {
  readonly path: string;
  /** The name that was bound; good in `Host` and `Origin` beside the loopback names. */
  readonly host: string;
}

/** Serves Streamable HTTP in both eras: guards, then routes by method. */
export class HttpServer {
  readonly #house: HttpHouse;
  readonly #guard: ReturnType<typeof createGuard>;
  readonly #post: HttpPost;
  readonly #streams: HttpStreams;
  #stopping = false;

  constructor(lab: Lab, options: HttpServerOptions) {
    this.#house = new HttpHouse(lab);
    this.#guard = createGuard(options.path, options.host);
    this.#post = new HttpPost(this.#house);
    this.#streams = new HttpStreams(this.#house);
  }

  /** Serves one request; never throws. */
  readonly handle = (request: HttpRequest, responder: HttpResponder): void => {
    try {
      this.#route(request, responder);
    } catch (problem) {
      this.#fail(request, responder, problem);
    }
  };

  /** What was known of sessions is gone. */
  forgetSessions(): void {
    this.#house.sessions.removeAll();
  }

  /** Takes nothing new and ends what runs. Resolves when what was on its way has left. */
  stop(): Promise<void> {
    this.#stopping = true;
    return this.#house.stop();
  }

  #fail(request: HttpRequest, responder: HttpResponder, problem: unknown): void {
    this.#house.lab.onError(problem);
    if (!responder.headSent) this.#house.refuse(request, responder, 500, ERROR_CODES.internalError, "Internal error");
  }

  /** A refusal leaves the connection open: closed on a client that is still sending, it would take the answer with it. */
  #route(request: HttpRequest, responder: HttpResponder): void {
    const refusal = this.#guard(request);
    const allowed = request.method === "OPTIONS" ? preflightHeaders(request) : undefined;
    if (refusal !== undefined) {
      this.#house.refuse(request, responder, refusal.status, ERROR_CODES.refused, refusal.message, { foreign: true });
    } else if (this.#stopping) {
      this.#house.refuse(request, responder, 503, ERROR_CODES.refused, "The server is stopping", {
        headers: [["Connection", "close"]],
      });
    } else if (request.method === "POST") {
      this.#receive(request, responder);
    } else if (request.method === "GET" || request.method === "DELETE") {
      this.#streams.serve(request, responder);
    } else if (allowed !== undefined) {
      this.#house.allow(request, responder, allowed);
    } else {
      this.#house.refuse(request, responder, 405, ERROR_CODES.refused, "Method not allowed", {
        headers: [["Allow", "GET, POST, DELETE"]],
      });
    }
  }

  #receive(request: HttpRequest, responder: HttpResponder): void {
    if (!isJsonType(request.header("content-type"))) {
      this.#house.refuse(
        request,
        responder,
        415,
        ERROR_CODES.refused,
        "Unsupported media type: Content-Type must be application/json",
      );
      return;
    }
    request.body(MAX_BODY_BYTES, (body) => {
      if (body === "lost") return;
      if (body === "too-large") {
        this.#house.refuse(
          request,
          responder,
          413,
          ERROR_CODES.refused,
          `Payload too large: a body has at most ${MAX_BODY_BYTES} bytes`,
        );
        return;
      }
      if (body === "not-utf8") {
        const says = "Parse error: the body is not valid UTF-8";
        this.#house.refuse(request, responder, 400, ERROR_CODES.parseError, says);
        return;
      }
      try {
        this.#post.serve(request, responder, body.text);
      } catch (problem) {
        this.#fail(request, responder, problem);
      }
    });
  }
}

function isJsonType(type: string | undefined): boolean {
  return type === "application/json" || (type !== undefined && /^application\/json\s*(;|$)/i.test(type.trim()));
}
