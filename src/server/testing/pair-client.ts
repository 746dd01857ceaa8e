import { META_KEYS } from "../../protocol/envelope.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { LATEST_LEGACY_REVISION, MODERN_REVISION, type Era } from "../../protocol/revision.ts";
import type { PairHouse } from "./pair-house.ts";

/** How a client reaches the server. */
export interface PairWay {
  readonly name: string;
  readonly transport: "stdio" | "http";
  readonly era: Era;
  /** How HTTP answers. */
  readonly answers: "json" | "sse";
  /** A legacy client over HTTP that has initialized. */
  readonly session: boolean;
}

/** A client that sends what it is told to, and keeps what comes back. */
export interface PairClient {
  /** Sends a request, which may be left without an answer. Returns how to give it up, as this way wants it; a handshake goes on. */
  send(method: string, params: JsonObject): () => void;
  /** Makes a call that no fault acts on, and gives what came back for it. */
  plain(): Promise<string>;
  /** Goes away: ends the connection, or all requests and the session. */
  close(): void;
}

const CLIENT_INFO = { name: "pairs", version: "1" };

function wrap({ era }: PairWay, id: number, method: string, params: JsonObject): JsonObject {
  const envelope = {
    [META_KEYS.protocolVersion]: MODERN_REVISION,
    [META_KEYS.clientInfo]: CLIENT_INFO,
    [META_KEYS.clientCapabilities]: {},
  };
  const meta = { progressToken: `token-${id}`, ...(params._meta as JsonObject | undefined) };
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: era === "modern" ? { ...envelope, ...meta } : meta },
  };
}

export const HANDSHAKE: JsonObject = {
  protocolVersion: LATEST_LEGACY_REVISION,
  capabilities: {},
  clientInfo: CLIENT_INFO,
};

const INITIALIZED: JsonObject = { jsonrpc: "2.0", method: "notifications/initialized" };
const cancelled = (requestId: number): JsonObject => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** The health tool says the time, which goes on. */
const withoutTime = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");

const PLAIN_ID = 0;
const PLAIN = ["tools/call", { name: "ping", arguments: {} }] as const;

/** Opens a connection, or a session. `raw`: without a handshake, for those that break it. */
export async function openPairClient(house: PairHouse, way: PairWay, raw = false): Promise<PairClient> {
  return way.transport === "stdio" ? openOnLine(house, way, raw) : openOnHttp(house, way, raw);
}

async function openOnLine({ server, clock }: PairHouse, way: PairWay, raw: boolean): Promise<PairClient> {
  const link = server.connect();
  let text = "";
  link.start({ data: (chunk) => void (text += chunk.toString("latin1")), end: () => undefined });
  const write = (message: JsonObject) => link.write(`${JSON.stringify(message)}\n`);
  let id = PLAIN_ID;
  if (way.era === "legacy" && !raw) {
    write(wrap(way, ++id, "initialize", HANDSHAKE));
    write(INITIALIZED);
  }
  await clock.advance(0);
  return {
    send(method, params) {
      const own = ++id;
      write(wrap(way, own, method, params));
      return () => void write(raw ? INITIALIZED : cancelled(own));
    },
    async plain() {
      // What a message was begun with and never ended stands in front of the answer.
      const from = text.lastIndexOf("\n") + 1;
      write(wrap(way, PLAIN_ID, ...PLAIN));
      await clock.advance(0);
      return withoutTime(text.slice(from));
    },
    close: () => void link.end(),
  };
}

async function openOnHttp({ server, clock }: PairHouse, way: PairWay, raw: boolean): Promise<PairClient> {
  const { port } = await server.http();
  let id = PLAIN_ID;
  let session: string | undefined;
  const gone = new AbortController();
  const post = (message: JsonObject): { came: () => string; abort: () => void } => {
    const abort = new AbortController();
    gone.signal.addEventListener("abort", () => abort.abort());
    const received: string[] = [];
    const { method, params } = message as { method: string; params?: { name?: string; uri?: string } };
    const name = params?.name ?? params?.uri;
    const headers: [string, string][] = [
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
    ];
    if (way.era === "modern") headers.push(["MCP-Protocol-Version", MODERN_REVISION], ["Mcp-Method", method]);
    if (way.era === "modern" && name !== undefined) headers.push(["Mcp-Name", name]);
    if (session !== undefined)
      headers.push(["Mcp-Session-Id", session], ["MCP-Protocol-Version", LATEST_LEGACY_REVISION]);
    const read = async (): Promise<void> => {
      try {
        const answer = await port.request({ method: "POST", headers, body: JSON.stringify(message) }, abort.signal);
        const told = answer.headers.filter(([header]) => header !== "Mcp-Session-Id");
        received.push(`${answer.status} ${JSON.stringify(told)}`);
        session ??= answer.headers.find(([header]) => header === "Mcp-Session-Id")?.[1];
        for await (const chunk of answer.body) received.push(Buffer.from(chunk).toString("latin1"));
        received.push("end");
      } catch (error) {
        received.push(String(error));
      }
    };
    void read();
    return { came: () => withoutTime(received.join("\n")), abort: () => abort.abort() };
  };
  if (way.session && !raw) {
    post(wrap(way, ++id, "initialize", HANDSHAKE));
    await clock.advance(0);
    post(INITIALIZED);
    await clock.advance(0);
  }
  return {
    send(method, params) {
      const own = ++id;
      const sent = post(wrap(way, own, method, params));
      return () => {
        if (!way.session || raw) sent.abort();
        if (way.session) post(raw ? INITIALIZED : cancelled(own));
      };
    },
    async plain() {
      const sent = post(wrap(way, PLAIN_ID, ...PLAIN));
      await clock.advance(0);
      return sent.came();
    },
    close() {
      gone.abort();
      if (session === undefined) return;
      const headers = [["Mcp-Session-Id", session] as const];
      void port.request({ method: "DELETE", headers }, new AbortController().signal).catch(() => undefined);
    },
  };
}
