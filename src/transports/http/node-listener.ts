import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server as NetServer, type AddressInfo, type Socket } from "node:net";
import { MAX_SOCKETS } from "../../base/limits.ts";
import type { HttpHandler } from "../../wire/http-port.ts";
import { cutSocket } from "./cut-socket.ts";
import { NodeRequest } from "./node-request.ts";
import { NodeResponder } from "./node-responder.ts";
import type { AcceptedSocket } from "./socket-sink.ts";

export interface NodeListener {
  /** The port that was bound, and the address that the name stood for. */
  readonly port: number;
  readonly address: string;
  /** Takes no new connection or request; ends idle sockets. */
  stop(): void;
  /** Cuts every socket and takes no connection until it is resumed. Resolves when all are closed. */
  pause(): Promise<void>;
  /** Listens again at the same address. Rejects where it has been taken meanwhile. */
  resume(): Promise<void>;
  /** Settles once the listener is stopped and every socket is closed. */
  readonly drained: Promise<void>;
  /** Cuts every socket that is still open. */
  destroy(): void;
}

/** How long a listener waits for a client. */
export interface Patience {
  /** For the head of a request, from the connection on or from the end of the one before. */
  readonly headMs: number;
  /** For the whole of a request. */
  readonly requestMs: number;
  /** How often both are looked at. */
  readonly checkMs: number;
}

const PATIENCE: Patience = { headMs: 15_000, requestMs: 60_000, checkMs: 5_000 };

interface SocketState {
  readonly ordinal: number;
  /** What happens to the socket before its first request. */
  readonly opening: Promise<void> | undefined;
  /** Requests that are running on it. */
  running: number;
  latest: { readonly message: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** What has arrived after the latest request is no HTTP. */
  unreadable: boolean;
}

/** What a listener serves for. */
export interface ListenerHouse {
  readonly handler: HttpHandler;
  /** Something may happen to a socket before its first request, which then waits for it. */
  accepted(socket: AcceptedSocket): Promise<void> | undefined;
}

/**
 * Listens on `host:port` (0: a free one) and hands every request to the house. Rejects where the address cannot be bound. Only tests
 * ask for another patience.
 */
export function listen(
  host: string,
  port: number,
  house: ListenerHouse,
  { headMs, requestMs, checkMs }: Patience = PATIENCE,
): Promise<NodeListener> {
  /** In order of their arrival. */
  const sockets = new Map<Socket, SocketState>();
  let accepted = 0;
  let stopping = false;
  let settleDrained: () => void = () => undefined;
  const drained = new Promise<void>((resolve) => {
    settleDrained = resolve;
  });

  const server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      // Node.js would keep the first of two Hosts, or of two content types, and drop the other unseen.
      joinDuplicateHeaders: true,
    },
    (message, response) => {
      const socket = sockets.get(message.socket);
      if (stopping) response.shouldKeepAlive = false;
      if (socket !== undefined) {
        socket.running++;
        socket.latest = { message, response };
        response.once("close", () => {
          socket.running--;
          if ((stopping || socket.unreadable) && socket.running === 0) message.socket.destroy();
        });
      }
      const serve = () =>
        house.handler(new NodeRequest(message, socket?.ordinal ?? 0), new NodeResponder(message, response));
      if (socket?.opening === undefined) serve();
      else void socket.opening.then(serve);
    },
  );
  server.on("connection", (socket: Socket) => {
    const ordinal = ++accepted;
    const opening = house.accepted(acceptedSocket(socket, ordinal));
    sockets.set(socket, { ordinal, opening, running: 0, latest: undefined, unreadable: false });
    socket.once("close", () => sockets.delete(socket));
    if (sockets.size > MAX_SOCKETS) destroyOldestIdle(sockets);
  });
  server.on("clientError", (error, socket: Socket) => refuseUnreadable(error, socket, sockets.get(socket)));

  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      // A listener that fails later (out of descriptors, …) goes on with the sockets it has.
      server.on("error", () => undefined);
      const bound = server.address() as AddressInfo; // an address of a TCP listener is always an object
      resolve({
        port: bound.port,
        address: bound.address,
        stop() {
          stopping = true;
          server.close(() => settleDrained());
          for (const [socket, state] of sockets) if (state.running === 0) socket.destroy();
        },
        async pause() {
          const open = [...sockets.keys()];
          // The address goes first: node:http would first close its idle connections, and their clients could still come back.
          NetServer.prototype.close.call(server);
          const closed = new Promise<void>((resolve) => server.close(() => resolve()));
          // The server tells of its end before its last sockets tell of theirs.
          const gone = open.map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())));
          destroyAll(open);
          await Promise.all([closed, ...gone]);
        },
        resume: () =>
          new Promise((back, failed) => {
            if (stopping) return back();
            server.once("error", failed);
            server.listen(bound.port, host, () => {
              server.off("error", failed);
              back();
            });
          }),
        drained,
        destroy: () => destroyAll(sockets.keys()),
      });
    });
  });
}

function destroyAll(sockets: Iterable<Socket>): void {
  for (const socket of sockets) {
    // What is held until the end of this turn has been sent as far as the exchanges know.
    if (socket.writableCorked > 0) socket.uncork();
    socket.destroy();
  }
}

function acceptedSocket(socket: Socket, connection: number): AcceptedSocket {
  return {
    connection,
    write: (bytes) =>
      new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve()))),
    cut: (how) => cutSocket(socket, how),
    onClosed: (listener) => void socket.once("close", listener),
  };
}

/** One connection too many takes the place of the one that has been idle for longest. */
function destroyOldestIdle(sockets: Map<Socket, { running: number }>): void {
  for (const [socket, state] of sockets) {
    if (state.running > 0) continue;
    sockets.delete(socket);
    socket.destroy();
    return;
  }
}

/** What no HTTP parser can read still gets an answer, and never ends the process. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, state: SocketState | undefined): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  if (state?.latest !== undefined) {
    const { message, response } = state.latest;
    if (message.complete && state.running > 0) {
      // It is what follows good requests: those are answered, and the connection ends with the last of them.
      state.unreadable = true;
      return;
    }
    if (!message.complete && (state.running > 1 || response.headersSent)) {
      // A refusal would stand in the middle of another answer, or be the second to the same request.
      socket.destroy();
      return;
    }
  }
  const status = STATUS_LINES[error.code ?? ""] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
