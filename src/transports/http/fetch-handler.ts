import { Buffer } from "node:buffer";
import type { Headers as HeaderList } from "../../protocol/exchange.ts";
import { ConnectionLost, type HttpAnswer, type HttpHandler, type HttpRequest } from "../../wire/http-port.ts";
import { MemoryResponder } from "./memory-port.ts";
import { readBody } from "./read-body.ts";

/** A web-standard `fetch`: takes what `fetch` takes, and serves it in this process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Serves web-standard requests by `handler`, without a socket. Faults look as they do to a client of the platform's own `fetch`: a
 * connection that is cut before the head rejects with a `TypeError` whose cause has the error's code, one that is cut in the body
 * fails the reading of the body. The request's host plays no part: there is no name to be found under.
 */
export function createFetch(handler: HttpHandler): Fetch {
  let connections = 0;
  return async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const { signal } = request;
    signal.throwIfAborted();
    const responder = new MemoryResponder();
    const onAbort = () => responder.lose("ABORT_ERR");
    signal.addEventListener("abort", onAbort, { once: true });
    handler(toRequest(request, body, ++connections), responder);
    try {
      return toResponse(await responder.answered, signal);
    } catch (error) {
      throw fetchError(error, signal);
    }
  };
}

function toRequest(request: Request, body: Buffer, connection: number): HttpRequest {
  const { pathname, search } = new URL(request.url);
  const headers: HeaderList = [["host", "localhost"], ...request.headers];
  return {
    method: request.method,
    target: pathname + search,
    headers,
    connection,
    header: (name) => (name === "host" ? "localhost" : (request.headers.get(name) ?? undefined)),
    body: (limitBytes, done) => queueMicrotask(() => done(body.length > limitBytes ? "too-large" : readBody(body))),
  };
}

/** What a `Response` cannot have a body with. */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

function toResponse(answer: HttpAnswer, signal: AbortSignal): Response {
  const { status } = answer;
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value);
  const chunks = answer.body[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.error(fetchError(error, signal, "terminated"));
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** What the platform's own `fetch` throws. */
function fetchError(error: unknown, signal: AbortSignal, message = "fetch failed"): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof ConnectionLost)) return error;
  return new TypeError(message, { cause: Object.assign(new Error(error.message), { code: error.reason }) });
}
