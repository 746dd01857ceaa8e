import { createHttpTransport } from "../client/http-transport.ts";
import { channelOf, createLineTransport } from "../client/line-transport.ts";
import { succeeded } from "../client/outcome.ts";
import { eraOf } from "../protocol/revision.ts";
import type { PlannedFaultServer } from "../server/create-fault-server.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import { tapSide } from "./tap-side.ts";

/** The path under which the lab's own server is asked. */
const PATH = "/mcp";

/**
 * A session with a fault server of its own in this process: client and server joined without a socket, through the same frames,
 * pipeline and encodings as on the wire. The modern era runs as HTTP exchanges, the legacy era as a linked pair (SPEC 4).
 */
export function createInProcessSession(lab: TargetLab, seed: number): TargetSession {
  const { clock, ids, protocolVersion } = lab;
  const taps = tapSide(lab);
  let server: PlannedFaultServer | undefined;
  return createClientSession({
    lab,
    transport: "in-process",
    tap: taps.client,
    async connect() {
      // On demand, so that a run against a process does not load the server, too.
      const { createFaultServer } = await import("../server/create-fault-server.ts");
      const joined = (server ??= await createFaultServer({
        version: __VERSION__,
        seed,
        clock,
        ids,
        ...taps.server,
        path: PATH,
        tools: "all",
        rules: lab.rules?.toClient,
      }));
      if (protocolVersion !== "auto" && eraOf(protocolVersion) === "legacy") {
        return createLineTransport({ open: async () => succeeded(channelOf(joined.connect())) });
      }
      const { port } = await joined.http();
      return createHttpTransport({ openPort: () => port, target: PATH });
    },
    release: async () => server?.close(),
    tallies: () => server?.tallies() ?? [],
    ledger: () => server?.ledger() ?? [],
  });
}
