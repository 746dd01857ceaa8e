import type { HttpHandler, HttpPort } from "../wire/http-port.ts";
import { createMemoryPort } from "../transports/http/memory-port.ts";
import { SocketSink, type AcceptedSocket } from "../transports/http/socket-sink.ts";
import { HttpServer } from "./http-server.ts";
import type { Lab } from "./lab.ts";
import type { Outages } from "./outages.ts";
import { liveThrough, ProcessSink } from "./pseudo-exchange.ts";
import type { Running } from "./running.ts";

/** How a fault server is reached over HTTP, from sockets and from memory. */
export interface HttpFace {
  /** Serves HTTP requests from anywhere. */
  readonly handler: HttpHandler;
  /** An HTTP port into this server, without a socket. */
  readonly port: HttpPort;
  /** The process starts to listen: faults at `$start` act, and the listener waits for them. */
  start(): Promise<void>;
  /** A socket was accepted: faults at `$open` act on it, and its requests wait for them. Undefined where there are none. */
  accepted(socket: AcceptedSocket): Promise<void> | undefined;
  /** Takes nothing new and ends what runs. Resolves when what was on its way has left. */
  stop(): Promise<void>;
  /** How faults take the listener away. */
  readonly outages: Outages;
  /** What was known of sessions is gone. */
  forgetSessions(): void;
  /** The process ends: faults at `$shutdown` act. */
  shutDown(cause: "SIGINT" | "SIGTERM" | undefined): Promise<void>;
}

export interface HttpFaceOptions {
  readonly path: string;
  /** The name that was bound. */
  readonly host: string;
  readonly running: Running;
}

const HTTP_PROCESS = { transport: "http", connection: 0 } as const;

/** Makes the HTTP face of a lab. Opens nothing. */
export function createHttpFace(lab: Lab, { path, host, running }: HttpFaceOptions): HttpFace {
  const server = new HttpServer(lab, { path, host });
  const sink = () => new ProcessSink(lab);
  return {
    handler: server.handle,
    port: createMemoryPort(server.handle, { target: path, host: "127.0.0.1" }),
    outages: lab.outages,
    forgetSessions: () => server.forgetSessions(),
    async start() {
      await liveThrough(lab, { ...HTTP_PROCESS, moment: "$start", running, sink });
    },
    accepted(socket) {
      const exit = lab.exit ?? (() => socket.cut("fin"));
      const { connection } = socket;
      const socketSink = () => new SocketSink(socket, lab.stderr, exit);
      return liveThrough(lab, { moment: "$open", transport: "http", connection, running, sink: socketSink });
    },
    stop: () => server.stop(),
    async shutDown(cause) {
      await liveThrough(lab, { ...HTTP_PROCESS, moment: "$shutdown", cause, running, sink });
    },
  };
}
