import { isFrame, type History } from "../../history/history.ts";
import type { FrameEntry, HistoryEntry } from "../../history/schema.ts";
import { matchCallers, readCalls } from "./calls.ts";
import { assembleConversation, messagesOf, type ConversationParts } from "./conversation.ts";
import { readExchange } from "./exchange.ts";
import { readProcesses } from "./processes.ts";
import type { Conversation, Scene, SeenExchange } from "./seen.ts";

/**
 * Reads a recording for checks: a scene for each client where the recording tells them apart, else one for all. `isOneClient`: whoever
 * asks knows that it holds one client only.
 */
export function readScenes(history: History, isOneClient: boolean): Scene[] {
  // What the lab's own server did is nobody's conduct under test.
  const entries = history.entries.filter(({ kind }) => kind !== "fired" && kind !== "effect");
  const byClient = groupBy(entries, (entry) => ("client" in entry ? entry.client : undefined));
  const mayLack = isKeptBack(history.entries);
  return [...byClient].map(([client, own]) => readScene(own, isOneClient || client !== undefined, mayLack));
}

function readScene(entries: readonly HistoryEntry[], isOneClient: boolean, mayLack: boolean): Scene {
  const frames = entries.filter(isFrame);
  const exchanges = [...groupBy(frames, keyOfExchange).values()].map(readExchange);
  const conversations: Conversation[] = [];
  const scene: Scene = { isOneClient, entries, exchanges, conversations, mayLack };
  const processes = readProcesses(entries);
  const parts = [...groupBy(exchanges, keyOfConversation).values()].map((own): ConversationParts => {
    const kind = kindOf(own[0]);
    const isWhole = kind !== "sessionless" || isOneClient;
    const messages = messagesOf(own);
    return { kind, exchanges: own, messages, calls: readCalls(messages, isWhole), isOneClient: isWhole, processes };
  });
  const callers = entries.filter((entry) => entry.kind === "caller");
  matchCallers(
    callers,
    parts.flatMap(({ calls }) => calls),
  );
  conversations.push(...parts.map((part) => assembleConversation(scene, part)));
  return scene;
}

/**
 * Whether a fault has kept something back of which nothing is recorded: it acted on an exchange that has no frame, or the server was
 * gone for a while. (The moments of a connection or process, all of number 0, have none in any case.)
 */
function isKeptBack(entries: readonly HistoryEntry[]): boolean {
  const frames = entries.filter(isFrame);
  if (frames.some(({ kind }) => kind === "outage")) return true;
  const seen = new Set(frames.map(({ exchange }) => exchange));
  return entries.some((entry) => entry.kind === "fired" && entry.exchange > 0 && !seen.has(entry.exchange));
}

/** Exchanges are counted; the moments of a connection or process all bear the number 0. */
function keyOfExchange({ exchange, method, connection }: FrameEntry): string {
  return exchange === 0 ? `${method} ${connection}` : `${exchange}`;
}

function keyOfConversation(exchange: SeenExchange): string {
  const kind = kindOf(exchange);
  if (kind === "stdio") return `${kind} ${exchange.connection}`;
  return kind === "session" ? `${kind} ${sessionOf(exchange)}` : `${kind} ${exchange.era}`;
}

function kindOf(exchange: SeenExchange): Conversation["kind"] {
  if (exchange.transport === "stdio") return "stdio";
  return exchange.era === "modern" || sessionOf(exchange) === undefined ? "sessionless" : "session";
}

/** The id of the session that an exchange opens, or goes on with. */
export function sessionOf(exchange: SeenExchange): string | undefined {
  const opened = exchange.method === "initialize" ? exchange.answerHeader("mcp-session-id") : undefined;
  return opened ?? exchange.requestHeader("mcp-session-id");
}

/** In the order in which the groups begin; none is empty. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
