import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { ConnectionLost, type HttpAnswer, type HttpPort, type OutgoingRequest } from "../wire/http-port.ts";

const MAX_IDLE_SOCKETS = 16;

/**
 * Requests to `url` over sockets, one kept alive for the next. Nothing is followed, retried or decoded; the modules for HTTP and TLS
 * are loaded here and not before.
 */
export function openNodeHttpPort(url: URL): HttpPort {
  const { Agent, request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_SOCKETS });
  const fixed: RequestOptions = {
    agent,
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""), // an IPv6 address is connected to without its brackets
    port: url.port,
    path: `${url.pathname}${url.search}`,
  };
  return {
    request: (outgoing, signal) =>
      perform(outgoing, signal, url, (headers) => request({ ...fixed, method: outgoing.method, headers })),
    close: () => agent.destroy(),
  };
}

function perform(
  outgoing: OutgoingRequest,
  signal: AbortSignal,
  url: URL,
  start: (headers: string[]) => ClientRequest,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ConnectionLost("given up", "ABORTED"));
      return;
    }
    let request: ClientRequest;
    try {
      request = start(flat(outgoing, url));
    } catch (error) {
      reject(lost(error)); // a header that cannot be sent
      return;
    }
    const abort = () => request.destroy();
    signal.addEventListener("abort", abort, { once: true });
    request.on("close", () => signal.removeEventListener("abort", abort));
    // Of what breaks in the body the request hears the cause, and the answer only that it was cut.
    let cause: ConnectionLost | undefined;
    request.on("error", (error) => reject((cause ??= lost(error, request.reusedSocket))));
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new ConnectionLost("the server switched to another protocol", "UPGRADE"));
    });
    request.on("response", (response) => {
      response.on("error", () => {}); // whoever reads the body hears of it; nobody else has to
      resolve({
        status: response.statusCode ?? 0,
        headers: pairs(response.rawHeaders),
        body: bodyOf(response, () => cause),
      });
    });
    if (outgoing.onSent !== undefined) request.on("finish", outgoing.onSent);
    request.end(outgoing.body);
  });
}

type Cause = () => ConnectionLost | undefined;

function bodyOf(response: IncomingMessage, cause: Cause): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => chunks(response, cause) };
}

async function* chunks(response: IncomingMessage, cause: Cause): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array; // no encoding is set, so that it is a Buffer
  } catch (error) {
    throw cause() ?? lost(error);
  }
}

function flat({ headers }: OutgoingRequest, url: URL): string[] {
  const named = headers.some(([name]) => name.toLowerCase() === "host")
    ? headers
    : [["Host", url.host] as const, ...headers];
  return named.flat();
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}

function lost(error: unknown, reused = false): ConnectionLost {
  if (error instanceof ConnectionLost) return error;
  // Node.js tries all addresses of a name, and tells the failures together in an error without a message.
  const told = error instanceof AggregateError ? (error.errors.find((each) => each instanceof Error) ?? error) : error;
  const code = told instanceof Error && "code" in told && typeof told.code === "string" ? told.code : "UNKNOWN";
  const text = told instanceof Error && told.message !== "" ? told.message : code;
  return new ConnectionLost(reused ? `${text} (on a connection that was kept from before)` : text, code);
}
