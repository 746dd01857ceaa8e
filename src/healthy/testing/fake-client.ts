import { createFakeClock, type FakeClock } from "../../base/fake-clock.ts";
import { createSequentialIds } from "../../base/ids.ts";
import { FAULTS } from "../../faults/index.ts";
import { toolInputSchema } from "../../faults/tool-schemas.ts";
import { META_KEYS } from "../../protocol/envelope.ts";
import { Exchange, type Headers } from "../../protocol/exchange.ts";
import type { JsonRpcRequest, RequestId } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { LATEST_LEGACY_REVISION, MODERN_REVISION, type Revision } from "../../protocol/revision.ts";
import { requestName } from "../../protocol/request-name.ts";
import { FakeChannel } from "./fake-channel.ts";
import type { HealthyServer, Peer, PeerOptions } from "../peer.ts";
import { createHealthyServer, type HealthyServerOptions } from "../server.ts";

export interface FakeClientOptions {
  readonly kind?: PeerOptions["kind"];
  readonly revision?: Revision;
  readonly server?: Partial<HealthyServerOptions>;
  /** Joins a server that has other clients. */
  readonly on?: HealthyServer & { clock: FakeClock };
  readonly capabilities?: JsonObject;
}

export function createTestServer(options: Partial<HealthyServerOptions> = {}): HealthyServer & { clock: FakeClock } {
  const clock = createFakeClock();
  const server = createHealthyServer({
    clock,
    ids: createSequentialIds("id"),
    version: "1.2.3",
    faults: FAULTS,
    inputSchema: toolInputSchema,
    serve: true,
    ...options,
  });
  return Object.assign(server, { clock });
}

/** Plays one client against a server without any transport: a whole conversation in memory. */
export class FakeClient {
  readonly server: HealthyServer & { clock: FakeClock };
  readonly peer: Peer;
  readonly kind: PeerOptions["kind"];
  readonly pushed: JsonObject[] = [];
  revision: Revision;
  capabilities: JsonObject;
  /** How the client answers what the server asks of it; nothing is answered where it gives undefined. */
  reply: (request: JsonObject) => JsonObject | undefined = () => undefined;
  #sequence = 0;

  constructor(options: FakeClientOptions = {}) {
    this.kind = options.kind ?? "stdio";
    this.revision = options.revision ?? LATEST_LEGACY_REVISION;
    this.capabilities = options.capabilities ?? {};
    this.server = options.on ?? createTestServer(options.server);
    this.peer = this.server.openPeer({ kind: this.kind, push: (message) => this.pushed.push(message) });
  }

  /** Opens a legacy connection; modern ones need nothing. */
  initialize(): JsonObject {
    const channel = this.open("initialize", {
      protocolVersion: this.revision,
      capabilities: this.capabilities,
      clientInfo: { name: "fake", version: "0" },
    });
    this.notify("notifications/initialized");
    return channel.last;
  }

  /** A request's exchange, as a transport would describe it. */
  exchange(method: string, params?: JsonObject, id: RequestId = ++this.#sequence, headers?: Headers): Exchange {
    const modern = this.revision === MODERN_REVISION;
    const request: JsonRpcRequest = {
      jsonrpc: "2.0",
      id,
      method,
      ...(modern ? { params: this.enveloped(params) } : params === undefined ? {} : { params }),
    };
    return new Exchange({
      sequence: ++this.#sequence,
      connection: 1,
      session: this.kind === "session" ? 1 : undefined,
      method,
      name: requestName(request),
      era: modern ? "modern" : "legacy",
      revision: this.revision,
      transport: this.kind === "stdio" ? "stdio" : "http",
      direction: "to-client",
      request,
      http:
        this.kind === "stdio" ? undefined : { method: "POST", target: "/mcp", headers: headers ?? headersFor(request) },
    });
  }

  enveloped(params: JsonObject = {}): JsonObject {
    const { _meta, ...rest } = params;
    return {
      ...rest,
      _meta: {
        [META_KEYS.protocolVersion]: MODERN_REVISION,
        [META_KEYS.clientInfo]: { name: "fake", version: "0" },
        [META_KEYS.clientCapabilities]: this.capabilities,
        ...(_meta as JsonObject | undefined),
      },
    };
  }

  /** Sends a request and gives the channel on which it is, or will be, answered. */
  open(method: string, params?: JsonObject, id?: RequestId): FakeChannel {
    return this.send(this.exchange(method, params, id));
  }

  send(exchange: Exchange): FakeChannel {
    const channel = new FakeChannel(exchange, (message) => this.#asked(message));
    if (exchange.request === undefined) throw new Error("an exchange without a request");
    this.peer.request(exchange.request, channel);
    return channel;
  }

  /** Sends a request that is answered at once, and gives the whole answer. */
  ask(method: string, params?: JsonObject, id?: RequestId): JsonObject {
    const channel = this.open(method, params, id);
    if (channel.answers !== 1) throw new Error(`${method} was answered ${channel.answers} times`);
    return channel.last;
  }

  callTool(name: string, args?: JsonObject, meta?: JsonObject): FakeChannel {
    return this.open("tools/call", { name, arguments: args, _meta: meta });
  }

  notify(method: string, params?: JsonObject): FakeChannel {
    const channel = new FakeChannel(this.exchange("$notification"));
    this.peer.notification(
      params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params },
      channel,
    );
    return channel;
  }

  #asked(message: JsonObject): void {
    if (message.method === undefined || message.id === undefined) return;
    const reply = this.reply(message);
    if (reply !== undefined) this.peer.response({ jsonrpc: "2.0", id: message.id, ...reply });
  }
}

/** The headers that a modern client sends along. */
export function headersFor(request: JsonRpcRequest): Headers {
  const name = requestName(request);
  return [
    ["Host", "127.0.0.1"],
    ["MCP-Protocol-Version", MODERN_REVISION],
    ["Mcp-Method", request.method],
    ...(name === undefined ? [] : [["Mcp-Name", name] as const]),
  ];
}

/** Lets promises that hang on each other run. */
export async function settle(client: FakeClient): Promise<void> {
  await client.server.clock.advance(0);
}

/** The text of a tool's result. */
export function textOf(message: JsonObject): string {
  const result = message.result as { content?: { text?: string }[] } | undefined;
  return result?.content?.map((item) => item.text ?? "").join("\n") ?? "";
}
