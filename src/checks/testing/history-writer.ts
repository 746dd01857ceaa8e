import * as v from "valibot";
import { assembleHistory, type History } from "../../history/history.ts";
import { historyLineSchema, type FrameEntry, type HistoryEntry } from "../../history/schema.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";
import type { Json } from "../../protocol/json.ts";
import { eraOf, type Revision } from "../../protocol/revision.ts";

/** What may be said about one frame beyond what it is. */
export interface Saying {
  /** A fault wrote it. */
  readonly fault?: string;
  /** Faults acted on what its sender sends there. */
  readonly armed?: readonly string[];
  /** Headers of the HTTP request or answer beside, or in place of, the usual ones; undefined leaves one out. */
  readonly headers?: Headers;
  /** The HTTP status; 200, or 202 for a notification. */
  readonly status?: number;
  /** Where a message of the server goes: the exchange of a request of the client (its id), or an exchange. */
  readonly on?: RequestId | Exchange;
  /** HTTP: the socket of the request. */
  readonly socket?: number;
  /** HTTP: the answer's stream stays open. */
  readonly open?: true;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** An exchange of the history that is being built. */
export interface Exchange {
  readonly exchange: number;
  /** HTTP: the sequence number of its request. */
  readonly begin: number;
}

interface OpenExchange extends Exchange {
  readonly method: string;
  readonly connection: number;
  begin: number;
  hasHead: boolean;
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Facts = Without<HistoryEntry, "sequence" | "atMs" | "time">;
type Direction = FrameEntry["direction"];
export type Ending = Extract<FrameEntry, { kind: "close" }>["how"];

const TIME = "2026-01-01T00:00:00.000Z";

/** Writes the frames of which a history is made, as a recorder would. Whatever is written returns its sequence number. */
export class HistoryWriter {
  readonly transport: "stdio" | "http";
  revision: Revision;
  client: number | undefined;
  connection = 1;
  session: string | undefined;
  readonly #entries: HistoryEntry[] = [];
  readonly #exchanges: OpenExchange[] = [];
  readonly #byId = new Map<RequestId, OpenExchange>();

  constructor(transport: "stdio" | "http", revision: Revision, client: number | undefined) {
    this.transport = transport;
    this.revision = revision;
    this.client = client;
  }

  /** Opens an exchange; on HTTP with the request's head. */
  post(method: string, saying: Saying, verb = "POST"): OpenExchange {
    const connection = this.transport === "http" ? (saying.socket ?? this.connection) : this.connection;
    const number = this.#exchanges.length + 1;
    const exchange: OpenExchange = {
      exchange: number,
      method,
      connection,
      begin: 0,
      hasHead: this.transport === "stdio",
    };
    this.#exchanges.push(exchange);
    if (this.transport === "stdio") return exchange;
    const isHandshake = method === "initialize";
    const headers = pairs({
      "mcp-protocol-version": isHandshake ? undefined : this.revision,
      "mcp-session-id": isHandshake ? undefined : this.session,
      ...saying.headers,
    });
    exchange.begin = this.#frame("to-server", exchange, saying, { kind: "request", verb, target: "/mcp", headers });
    return exchange;
  }

  remember(id: RequestId, exchange: OpenExchange): void {
    this.#byId.set(id, exchange);
  }

  forgetIds(): void {
    this.#byId.clear();
  }

  /** The exchange that a frame belongs to; on stdio what belongs to none has one of its own. */
  where({ on }: Saying): OpenExchange {
    const found =
      typeof on === "object" ? this.#exchanges[on.exchange - 1] : on === undefined ? on : this.#byId.get(on);
    if (found !== undefined) return found;
    if (this.transport === "http")
      throw new Error(`HTTP has an exchange for everything, and none for ${JSON.stringify(on)}`);
    return this.post("$stream", {});
  }

  /** The head of an HTTP answer, once for each exchange. */
  head(exchange: OpenExchange, status: number, headers: Headers, saying: Saying): number {
    if (exchange.hasHead) return 0;
    exchange.hasHead = true;
    return this.#frame("to-client", exchange, saying, { kind: "head", status, headers: pairs(headers) });
  }

  message(direction: Direction, exchange: OpenExchange, value: Json, saying: Saying): number {
    const { length } = JSON.stringify(value);
    return this.#frame(direction, exchange, saying, { kind: "bytes", length, messages: [value] });
  }

  text(direction: Direction, exchange: OpenExchange, text: string, saying: Saying): number {
    return this.#frame(direction, exchange, saying, { kind: "bytes", length: text.length, text });
  }

  close(direction: Direction, exchange: OpenExchange, how: Ending, saying: Saying): number {
    return this.#frame(direction, exchange, saying, { kind: "close", how });
  }

  /** An HTTP answer without a body. */
  empty(exchange: OpenExchange, status: number, saying: Saying): number {
    const sequence = this.head(exchange, status, saying.headers ?? {}, saying);
    this.close("to-client", exchange, "end", saying);
    return sequence;
  }

  add(facts: Facts): number {
    const sequence = this.#entries.length + 1;
    // Its facts and its place make an entry whole; `history` sees to it that it is one.
    this.#entries.push({ ...facts, sequence, atMs: sequence, time: TIME } as HistoryEntry);
    return sequence;
  }

  history(): History {
    const header = {
      kind: "header",
      schemaVersion: 1,
      tool: { name: "mcp-failure-lab", version: "0.0.0" },
      seed: 0,
      era: "both",
      transport: this.transport,
      startedAt: TIME,
    } as const;
    for (const line of this.#entries) v.parse(historyLineSchema, line); // whatever is built could have been recorded
    const leftOut = { entries: 0, contents: 0 };
    return assembleHistory(header, this.#entries, { kind: "footer", entries: this.#entries.length, leftOut });
  }

  #frame(direction: Direction, { method, connection, exchange }: OpenExchange, saying: Saying, what: object): number {
    const facts = {
      ...what,
      client: this.client,
      direction,
      transport: this.transport,
      connection,
      exchange,
      method,
      era: eraOf(this.revision),
      revision: this.revision,
      fault: saying.fault,
      armed: saying.armed === undefined ? undefined : [...saying.armed],
    };
    return this.add(facts as Facts); // `what` brings the kind and its members
  }
}

function pairs(headers: Headers): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
}
