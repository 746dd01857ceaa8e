import { systemClock } from "../base/clock.ts";
import { errorText, LabError } from "../base/errors.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { Firing, RuleTally } from "../plan/ledger.ts";
import { parseRuleText } from "../plan/rule-text.ts";
import type { Fetch } from "../transports/http/fetch-handler.ts";
import { createFaultServer as openFaultServer } from "./create-fault-server.ts";
import { createLinkedTransport, type LinkedTransport } from "./linked-transport.ts";

/** What a fault server can be asked for. */
export interface FaultServerOptions {
  /** When which faults act: texts such as `"tools/call#2 hang"`, or objects as in a plan file. */
  readonly rules?: readonly (string | Readonly<Record<string, unknown>>)[] | undefined;
  /** What chance is drawn from, 0 to 4294967295; 0 unless said otherwise. */
  readonly seed?: number | undefined;
  /** Which tools are offered: `core` (the default) are the eleven that make a failure happen on demand. */
  readonly tools?: "core" | "all" | "none" | readonly string[] | undefined;
  /** How HTTP POSTs are answered: `auto` (the default) is JSON when the answer is the only message, else an event stream. */
  readonly answers?: "auto" | "json" | "sse" | undefined;
  /** Event ids and resumption on legacy HTTP sessions. */
  readonly resumable?: boolean | undefined;
  /** The HTTP path that is served; `/mcp` unless said otherwise. */
  readonly path?: string | undefined;
  /** Hears of every rule that acts. */
  readonly onFired?: ((firing: Firing) => void) | undefined;
}

/** A fault server in this process. */
export interface FaultServer {
  /**
   * Serves web-standard requests without a socket: `new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: server.fetch })`.
   */
  readonly fetch: Fetch;
  /** Opens a line connection, as over stdio, for the official SDK: `client.connect(server.connect())`. */
  connect(): LinkedTransport;
  /** Listens on a loopback socket; `port` 0 (the default) takes a free one. Throws a `LabError` where it cannot. */
  listen(options?: { readonly port?: number }): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** What came of each rule so far. */
  tallies(): readonly RuleTally[];
  /** How often each side effect of the `witness` tool was asked for, and how often it happened. */
  ledger(): readonly LedgerEntry[];
  /** Ends everything within 1.5 s. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates a fault server: healthy until one of its fault tools is called or a rule acts. Throws a `LabError` (`plan_load_failed`) that
 * names every rule that could never act, and what is allowed.
 */
export async function createFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { rules = [], seed, tools, answers, resumable, path = "/mcp", onFired } = options;
  const sources = rules.map((rule, index) => ({ rule: readRule(rule), where: `rules[${index}]` }));
  const house = { version: __VERSION__, rules: sources, seed, tools, answers, resumable, path, onFired };
  const server = await openFaultServer(house);
  const face = await server.http();
  const { createFetch } = await import("../transports/http/fetch-handler.ts");
  return {
    fetch: createFetch(face.handler),
    connect: () => createLinkedTransport(server.connect()),
    async listen({ port = 0 } = {}) {
      const { listenOnSocket } = await import("./listen.ts");
      const listening = await listenOnSocket(server, { host: "127.0.0.1", port, path, clock: systemClock });
      return { url: listening.url, close: () => listening.close() };
    },
    tallies: () => server.tallies(),
    ledger: () => server.ledger(),
    close: () => server.close(),
  };
}

function readRule(rule: string | Readonly<Record<string, unknown>>): unknown {
  if (typeof rule !== "string") return rule;
  try {
    return parseRuleText(rule);
  } catch (error) {
    throw error instanceof LabError ? error : new LabError("plan_load_failed", errorText(error), { cause: error });
  }
}
