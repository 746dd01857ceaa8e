import type { History } from "../../history/history.ts";
import { META_KEYS } from "../../protocol/envelope.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";
import { isObject, type Json, type JsonObject } from "../../protocol/json.ts";
import { eraOf, type Revision } from "../../protocol/revision.ts";
import { HistoryWriter, type Ending, type Exchange, type Saying } from "./history-writer.ts";

export interface TalkSetting {
  readonly transport: "stdio" | "http";
  readonly revision: Revision;
  /** The ordinal of the client, where the recording tells clients apart. */
  readonly client?: number | undefined;
}

const JSON_TYPE = { "content-type": "application/json" };
const STREAM_TYPE = { "content-type": "text/event-stream" };

/** Begins a history in which client and server talk. Whatever is said returns its sequence number. */
export function startTalk(setting: TalkSetting): Talk {
  return new Talk(setting);
}

export class Talk {
  readonly client: ClientSide;
  readonly server: ServerSide;
  readonly process: ProcessFacts;
  readonly #writer: HistoryWriter;

  constructor({ transport, revision, client }: TalkSetting) {
    this.#writer = new HistoryWriter(transport, revision, client);
    this.client = new ClientSide(this.#writer);
    this.server = new ServerSide(this.#writer);
    this.process = new ProcessFacts(this.#writer);
  }

  /** The legacy handshake, whole: `initialize` with the id 0, its answer and `initialized`. */
  shakesHands(session?: string, saying: Saying = {}): number {
    const writer = this.#writer;
    this.client.asks(0, "initialize", {}, saying);
    const headers = { "mcp-session-id": session };
    this.server.answers(0, { protocolVersion: writer.revision, capabilities: {} }, { headers });
    writer.session = session;
    return this.client.notifies("notifications/initialized", {}, saying);
  }

  /** What a caller of the client saw come of a request. */
  caller(method: string, saw: "success" | "error" | "timeout" | "cancelled" | "transport_loss", name?: string): number {
    return this.#writer.add({ kind: "caller", client: this.#writer.client, method, name, saw });
  }

  /** From here on it is on another connection, in another session, or another client's. */
  moves({ client = this.#writer.client, session }: { client?: number; session?: string } = {}): void {
    this.#writer.client = client;
    this.#writer.session = session;
    this.#writer.connection++;
    this.#writer.forgetIds();
  }

  /** From here on the messages are of another revision. */
  speaks(revision: Revision): void {
    this.#writer.revision = revision;
  }

  history(): History {
    return this.#writer.history();
  }
}

class ClientSide {
  readonly #writer: HistoryWriter;

  constructor(writer: HistoryWriter) {
    this.#writer = writer;
  }

  asks(id: RequestId, method: string, params: JsonObject = {}, saying: Saying = {}): number {
    const exchange = this.#writer.post(method, saying);
    this.#writer.remember(id, exchange);
    const message = { jsonrpc: "2.0", id, method, params: this.#params(method, params) };
    return this.#writer.message("to-server", exchange, message, saying);
  }

  /** On HTTP it is accepted at once. */
  notifies(method: string, params: JsonObject = {}, saying: Saying = {}): number {
    const exchange = this.#writer.post("$notification", saying);
    const message = { jsonrpc: "2.0", method, params: this.#params(method, params) };
    const sequence = this.#writer.message("to-server", exchange, message, saying);
    if (this.#writer.transport === "http") this.#writer.empty(exchange, saying.status ?? 202, {});
    return sequence;
  }

  cancels(requestId: RequestId, saying: Saying = {}): number {
    return this.notifies("notifications/cancelled", { requestId }, saying);
  }

  answers(id: RequestId, result: JsonObject = {}, saying: Saying = {}): number {
    return this.says({ jsonrpc: "2.0", id, result }, saying);
  }

  /** Any JSON, as a message in an exchange of its own. */
  says(value: Json, saying: Saying = {}): number {
    return this.#writer.message("to-server", this.#writer.post("$notification", saying), value, saying);
  }

  /** A line that is no message. */
  writes(text: string, saying: Saying = {}): number {
    return this.#writer.text("to-server", this.#writer.post("$refused", saying), text, saying);
  }

  /** HTTP: a request without a body. */
  requests(verb: "GET" | "DELETE", saying: Saying = {}): Exchange {
    return this.#writer.post(verb === "GET" ? "$stream" : "$delete", saying, verb);
  }

  /** Ends its connection; on HTTP the exchange that `on` names. */
  leaves(saying: Saying = {}): number {
    return this.#writer.close("to-server", this.#writer.where(saying), "cut", saying);
  }

  #params(method: string, params: JsonObject): JsonObject {
    const { revision } = this.#writer;
    if (eraOf(revision) === "legacy")
      return method === "initialize" ? { protocolVersion: revision, capabilities: {}, ...params } : params;
    const { _meta: own, ...rest } = params;
    const envelope = {
      [META_KEYS.protocolVersion]: revision,
      [META_KEYS.clientCapabilities]: {},
      [META_KEYS.clientInfo]: { name: "client", version: "1" },
    };
    return { ...rest, _meta: { ...envelope, ...(isObject(own) ? own : {}) } };
  }
}

class ServerSide {
  readonly #writer: HistoryWriter;

  constructor(writer: HistoryWriter) {
    this.#writer = writer;
  }

  /** Answers the request of that id: on HTTP with a JSON body, or on the stream that was opened before. */
  answers(id: RequestId, result: JsonObject = {}, saying: Saying = {}): number {
    return this.#answer({ jsonrpc: "2.0", id, result }, { on: id, ...saying });
  }

  fails(id: RequestId | null, code: number, saying: Saying = {}): number {
    const on = id === null ? {} : { on: id };
    return this.#answer({ jsonrpc: "2.0", id, error: { code, message: "no" } }, { ...on, ...saying });
  }

  notifies(method: string, params: JsonObject = {}, saying: Saying = {}): number {
    return this.says({ jsonrpc: "2.0", method, params }, saying);
  }

  asks(id: RequestId, method: string, params: JsonObject = {}, saying: Saying = {}): number {
    return this.says({ jsonrpc: "2.0", id, method, params }, saying);
  }

  /** Any JSON, as a message; on HTTP as an event of the exchange's stream. */
  says(value: Json, saying: Saying = {}): number {
    this.opens(saying);
    return this.#writer.message("to-client", this.#writer.where(saying), value, saying);
  }

  /** A line that is no message. */
  writes(text: string, saying: Saying = {}): number {
    return this.#writer.text("to-client", this.#writer.where(saying), text, saying);
  }

  /** HTTP: begins to answer, with a stream unless the headers say otherwise. */
  opens(saying: Saying = {}): number {
    const headers = { ...STREAM_TYPE, ...saying.headers };
    return this.#writer.head(this.#writer.where(saying), saying.status ?? 200, headers, saying);
  }

  /** HTTP: answers with a status and no body. */
  refuses(status: number, saying: Saying): number {
    return this.#writer.empty(this.#writer.where(saying), status, saying);
  }

  ends(how: Ending, saying: Saying = {}): number {
    return this.#writer.close("to-client", this.#writer.where(saying), how, saying);
  }

  #answer(value: JsonObject, saying: Saying): number {
    const exchange = this.#writer.where(saying);
    this.#writer.head(exchange, saying.status ?? 200, { ...JSON_TYPE, ...saying.headers }, saying);
    const sequence = this.#writer.message("to-client", exchange, value, saying);
    if (this.#writer.transport === "http" && saying.open !== true)
      this.#writer.close("to-client", exchange, "end", saying);
    return sequence;
  }
}

class ProcessFacts {
  readonly #writer: HistoryWriter;

  constructor(writer: HistoryWriter) {
    this.#writer = writer;
  }

  starts(): number {
    return this.#writer.add({ kind: "process-start", ...this.#own, argv: ["server"] });
  }

  inputEnds(): number {
    return this.#writer.add({ kind: "process-stdin-eof", ...this.#own });
  }

  isSent(signal: string, waitedMs: number): number {
    return this.#writer.add({ kind: "process-signal", ...this.#own, signal, waitedMs });
  }

  exits(how: { readonly code?: number; readonly signal?: string }): number {
    return this.#writer.add({ kind: "process-exit", ...this.#own, ...how });
  }

  get #own() {
    return { client: this.#writer.client, role: "server" } as const;
  }
}
