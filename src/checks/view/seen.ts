// What a check sees of a recording: scenes of one client, their conversations, and in these exchanges, messages and calls.
import type { FrameEntry, HistoryEntry } from "../../history/schema.ts";
import type { TransportKind } from "../../protocol/exchange.ts";
import type { RequestId } from "../../protocol/json-rpc.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Era, Revision } from "../../protocol/revision.ts";
import type { Side } from "../verdict.ts";

export type { Side } from "../verdict.ts";

export type EntryOf<K extends HistoryEntry["kind"]> = Extract<HistoryEntry, { kind: K }>;

/** A JSON-RPC message, whole: as it came, however broken. */
export interface SeenMessage {
  /** Of the frame that completed it. */
  readonly sequence: number;
  readonly from: Side;
  readonly value: JsonObject;
  readonly exchange: SeenExchange;
  /** A fault wrote or changed it, or acted on what its sender sends there: it is never held against the sender. */
  readonly isTouched: boolean;
  /** Too large to be kept: of params, result and error only their presence is known. */
  readonly isOutlined: boolean;
}

/** One exchange: a request with all that belongs to it, or what belongs to none. */
export interface SeenExchange {
  /** All of it, at least one. */
  readonly frames: readonly FrameEntry[];
  /** Whatever could be read as a JSON object, in order. */
  readonly messages: readonly SeenMessage[];
  readonly transport: TransportKind;
  /** On HTTP the socket: requests on one socket follow each other. */
  readonly connection: number;
  readonly era: Era;
  readonly revision: Revision;
  /** The method of what the client asks for in it, else the pseudo-exchange. */
  readonly method: string;
  /** The request that the client makes in it. */
  readonly asked: SeenMessage | undefined;
  /** The HTTP request. */
  readonly request: EntryOf<"request"> | undefined;
  /** The head of the HTTP answer; the first, where a fault has sent several. */
  readonly head: EntryOf<"head"> | undefined;
  /** Where the client has closed it: on HTTP the request, before its answer had ended. */
  readonly leftAt: number | undefined;
  /** Where and how the server has ended it. */
  readonly ended: EntryOf<"close"> | undefined;
  /** The answer comes as an event stream. */
  readonly isStream: boolean;
  /** The value of a header (name in lower case) of the HTTP request. */
  requestHeader(name: string): string | undefined;
  /** The value of a header (name in lower case) of the HTTP answer. */
  answerHeader(name: string): string | undefined;
}

/** A request and what became of it. */
export interface SeenCall {
  readonly from: Side;
  readonly id: RequestId;
  readonly method: string;
  readonly request: SeenMessage;
  /** The other side's answers to it, in order; more than one where something is wrong. */
  readonly answers: readonly SeenMessage[];
  /** The cancels of its sender that name it, in order. */
  readonly cancels: readonly SeenMessage[];
  /** What its caller saw come of it, where that was recorded and is beyond doubt. */
  readonly caller: EntryOf<"caller"> | undefined;
}

/** The life of a server's process. */
export interface SeenProcess {
  readonly start: EntryOf<"process-start">;
  readonly inputEnd: EntryOf<"process-stdin-eof"> | undefined;
  readonly signals: readonly EntryOf<"process-signal">[];
  readonly exit: EntryOf<"process-exit"> | undefined;
}

/**
 * Messages among which an id means one thing: a stdio connection, a legacy HTTP session, or all that a client sends over HTTP without
 * a session.
 */
export interface Conversation {
  readonly kind: "stdio" | "session" | "sessionless";
  readonly scene: Scene;
  /** `legacy` from the first `initialize` on, also where the client has asked in the modern era before. */
  readonly era: Era;
  readonly revision: Revision;
  readonly transport: TransportKind;
  readonly exchanges: readonly SeenExchange[];
  /** Of all exchanges, in the order in which they travelled. */
  readonly messages: readonly SeenMessage[];
  /** Of both sides, in the order in which they were made. */
  readonly calls: readonly SeenCall[];
  /** Whether it is surely one client's; without a session only the recording can say so. */
  readonly isOneClient: boolean;
  /** On stdio: the server's process, where facts about it were recorded. */
  readonly serverProcess: SeenProcess | undefined;
  /** On stdio: where the client has ended it. */
  readonly leftAt: number | undefined;
  /** On stdio: where the server's side has ended. */
  readonly lostAt: number | undefined;
}

/** All that one client did, or all that was recorded where nobody can tell the clients apart. */
export interface Scene {
  readonly isOneClient: boolean;
  readonly entries: readonly HistoryEntry[];
  readonly exchanges: readonly SeenExchange[];
  /** A fault has kept back what a client said, so that nothing of it is recorded: that something is missing is no proof. */
  readonly mayLack: boolean;
  /** In the order in which they began. */
  readonly conversations: readonly Conversation[];
}
