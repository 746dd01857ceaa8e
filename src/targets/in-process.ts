import { createHttpTransport } from "../client/http-transport.ts";
import { channelOf, createLineTransport } from "../client/line-transport.ts";
import { succeeded } from "../client/outcome.ts";
import { eraOf } from "../protocol/revision.ts";
import { createFaultServer } from "../server/create-fault-server.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";

/** The path under which the lab's own server is asked. */
const PATH = "/mcp";

/**
 * A session with a fault server of its own in this process: client and server joined without a socket, through the same frames,
 * pipeline and encodings as on the wire. The modern era runs as HTTP exchanges, the legacy era as a linked pair (SPEC 4).
 */
export function createInProcessSession(lab: TargetLab, seed: number): TargetSession {
  const { clock, ids, tap, protocolVersion } = lab;
  let release: (() => Promise<void>) | undefined;
  return createClientSession({
    lab,
    transport: "in-process",
    async connect() {
      // The server's tap knows which fault wrote a frame; the client would only tell the same again.
      const server = await createFaultServer({ version: __VERSION__, seed, clock, ids, tap, path: PATH, tools: "all" });
      release = () => server.close();
      if (protocolVersion !== "auto" && eraOf(protocolVersion) === "legacy") {
        return createLineTransport({ open: async () => succeeded(channelOf(server.connect())) });
      }
      const { port } = await server.http();
      return createHttpTransport({ openPort: () => port, target: PATH });
    },
    release: async () => release?.(),
  });
}
