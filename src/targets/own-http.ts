import { createHttpTransport } from "../client/http-transport.ts";
import { openNodeHttpPort } from "../client/node-http-port.ts";
import { createFaultServer, type PlannedFaultServer } from "../server/create-fault-server.ts";
import { listenOnSocket, type Listening } from "../server/listen.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import { tapSide } from "./tap-side.ts";

const HOST = "127.0.0.1";
const PATH = "/mcp";

/** A session with a fault server of its own that listens on a free port of this machine, over real sockets. */
export function createOwnHttpSession(lab: TargetLab, seed: number): TargetSession {
  const { clock, ids } = lab;
  const taps = tapSide(lab);
  let server: PlannedFaultServer | undefined;
  let listening: Listening | undefined;
  return createClientSession({
    lab,
    transport: "http",
    tap: taps.client,
    async connect() {
      server ??= await createFaultServer({
        version: __VERSION__,
        seed,
        clock,
        ids,
        ...taps.server,
        host: HOST,
        path: PATH,
        tools: "all",
        transport: "http",
        ownProcess: true,
        rules: lab.rules?.toClient,
      });
      listening ??= await listenOnSocket(server, { host: HOST, port: 0, path: PATH, clock });
      const url = new URL(listening.url);
      return createHttpTransport({ openPort: () => openNodeHttpPort(url), target: PATH });
    },
    release: async () => listening?.close(),
    tallies: () => server?.tallies() ?? [],
    ledger: () => server?.ledger() ?? [],
  });
}
