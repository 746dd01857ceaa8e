import { createHttpTransport } from "../client/http-transport.ts";
import { openNodeHttpPort } from "../client/node-http-port.ts";
import { createFaultServer } from "../server/create-fault-server.ts";
import { listenOnSocket, type Listening } from "../server/listen.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";

const HOST = "127.0.0.1";
const PATH = "/mcp";

/** A session with a fault server of its own that listens on a free port of this machine, over real sockets. */
export function createOwnHttpSession(lab: TargetLab, seed: number): TargetSession {
  const { clock, ids, tap } = lab;
  let listening: Listening | undefined;
  return createClientSession({
    lab,
    transport: "http",
    async connect() {
      // The server's tap knows which fault wrote a frame; the client would only tell the same again.
      const server = await createFaultServer({
        version: __VERSION__,
        seed,
        clock,
        ids,
        tap,
        host: HOST,
        path: PATH,
        tools: "all",
      });
      listening = await listenOnSocket(server, { host: HOST, port: 0, path: PATH, clock });
      const url = new URL(listening.url);
      return createHttpTransport({ openPort: () => openNodeHttpPort(url), target: PATH });
    },
    release: async () => listening?.close(),
  });
}
