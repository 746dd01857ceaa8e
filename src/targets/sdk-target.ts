import type { Stream } from "node:stream";
import { MAX_STDERR_TAIL_BYTES } from "../base/limits.ts";
import { childEnvironment } from "../client/child-environment.ts";
import { Tail } from "../client/tail.ts";
import { eraOf } from "../protocol/revision.ts";
import { createFaultServer, type PlannedFaultServer } from "../server/create-fault-server.ts";
import { createLinkedTransport } from "../server/linked-transport.ts";
import type { Listening } from "../server/listen.ts";
import { createFetch } from "../transports/http/fetch-handler.ts";
import type { TargetIdentity, TargetLab, TargetSession } from "./adapter.ts";
import type { Sdk } from "./sdk-load.ts";
import { createSdkSession } from "./sdk-session.ts";
import { openServeFolder, type ServeFolder } from "./serve-folder.ts";

const HOST = "127.0.0.1";
const PATH = "/mcp";

export interface SdkTargetOptions {
  readonly lab: TargetLab;
  readonly sdk: Sdk;
  /** The seed of all chance in the lab's own server. */
  readonly seed: number;
  /** What starts `serve` on stdio. */
  readonly serve: readonly [string, ...string[]];
}

/**
 * A session of the official SDK's client with a fault server of its own, reached as the lab's own client reaches it: in this process
 * (the modern era as HTTP exchanges by the client's `fetch`, the legacy era as a linked pair), over a socket, or in a child process.
 */
export function createSdkTarget(transport: TargetIdentity["transport"], options: SdkTargetOptions): TargetSession {
  switch (transport) {
    case "in-process":
      return inProcess(options);
    case "http":
      return overHttp(options);
    case "stdio":
      return overStdio(options);
    default:
      return transport satisfies never;
  }
}

function inProcess({ lab, sdk, seed }: SdkTargetOptions): TargetSession {
  const { clock, ids, tap, deeds, protocolVersion } = lab;
  let server: PlannedFaultServer | undefined;
  return createSdkSession({
    lab,
    sdk,
    transport: "in-process",
    async connect() {
      const rules = lab.rules?.toClient;
      server ??= await createFaultServer({
        version: __VERSION__,
        seed,
        clock,
        ids,
        tap,
        ...deeds,
        path: PATH,
        tools: "all",
        rules,
      });
      if (protocolVersion !== "auto" && eraOf(protocolVersion) === "legacy")
        return createLinkedTransport(server.connect());
      const { handler } = await server.http();
      const url = new URL(`http://localhost${PATH}`);
      return new sdk.client.StreamableHTTPClientTransport(url, { fetch: createFetch(handler) });
    },
    release: async () => server?.close(),
    tallies: () => server?.tallies() ?? [],
    ledger: () => server?.ledger() ?? [],
  });
}

function overHttp({ lab, sdk, seed }: SdkTargetOptions): TargetSession {
  const { clock, ids, tap, deeds } = lab;
  let server: PlannedFaultServer | undefined;
  let listening: Listening | undefined;
  return createSdkSession({
    lab,
    sdk,
    transport: "http",
    async connect() {
      const { listenOnSocket } = await import("../server/listen.ts");
      server ??= await createFaultServer({
        version: __VERSION__,
        seed,
        clock,
        ids,
        tap,
        ...deeds,
        host: HOST,
        path: PATH,
        tools: "all",
        transport: "http",
        ownProcess: true,
        rules: lab.rules?.toClient,
      });
      listening ??= await listenOnSocket(server, { host: HOST, port: 0, path: PATH, clock });
      return new sdk.client.StreamableHTTPClientTransport(new URL(listening.url));
    },
    release: async () => listening?.close(),
    tallies: () => server?.tallies() ?? [],
    ledger: () => server?.ledger() ?? [],
  });
}

function overStdio({ lab, sdk, serve: [command, ...args] }: SdkTargetOptions): TargetSession {
  const { cwd, env, rules } = lab;
  const tail = new Tail(MAX_STDERR_TAIL_BYTES);
  let folder: ServeFolder | undefined;
  return createSdkSession({
    lab,
    sdk,
    transport: "stdio",
    async connect() {
      const { StdioClientTransport } = sdk.stdio();
      // Asked which era the server speaks, the base class starts a process for that question alone, which would use rules up and let the
      // start of the other count as time of the first call. A class of its own is asked on the connection itself.
      class OneProcess extends StdioClientTransport {}
      folder ??= rules === undefined ? undefined : openServeFolder(rules.toClient);
      const transport = new OneProcess({
        command,
        args: [...args, ...(folder?.next() ?? [])],
        cwd,
        env: childEnvironment(env, {}),
        stderr: "pipe",
      });
      keep(transport.stderr, tail);
      return transport;
    },
    release: async () => folder?.close(),
    stderrTail: () => tail.text,
    tallies: () => folder?.tallies() ?? [],
    ledger: () => folder?.ledger() ?? [],
  });
}

/** Drains what the child writes, whatever happens. */
function keep(stderr: Stream | null, tail: Tail): void {
  stderr?.on("data", (chunk: Buffer) => tail.push(chunk));
}
