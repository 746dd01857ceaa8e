import { isRevision, MODERN_REVISION, type Revision } from "../../protocol/revision.ts";
import { paramsOf, resultOf } from "./message.ts";
import type { readCalls } from "./calls.ts";
import type { Conversation, Scene, SeenExchange, SeenMessage, SeenProcess } from "./seen.ts";

export interface ConversationParts extends Pick<Conversation, "kind" | "isOneClient"> {
  readonly exchanges: readonly [SeenExchange, ...SeenExchange[]];
  readonly messages: readonly SeenMessage[];
  readonly calls: ReturnType<typeof readCalls>;
  readonly processes: readonly SeenProcess[];
}

/** Everything of `exchanges`, in the order in which it travelled. */
export function messagesOf(exchanges: readonly SeenExchange[]): SeenMessage[] {
  return exchanges.flatMap((exchange) => exchange.messages).sort((one, other) => one.sequence - other.sequence);
}

/** Puts a conversation together from what was read of it. */
export function assembleConversation(scene: Scene, parts: ConversationParts): Conversation {
  const { kind, exchanges, messages, calls, isOneClient, processes } = parts;
  const opens = calls.some(({ from, method }) => from === "client" && method === "initialize");
  const era =
    kind === "session" || opens || exchanges.every((exchange) => exchange.era === "legacy") ? "legacy" : "modern";
  const serverProcess = kind === "stdio" ? processOf(exchanges, processes) : undefined;
  const [first] = exchanges;
  return {
    kind,
    scene,
    era,
    revision: era === "modern" ? MODERN_REVISION : (agreed(calls) ?? first.revision),
    transport: first.transport,
    exchanges,
    messages,
    calls,
    isOneClient,
    serverProcess,
    leftAt:
      kind === "stdio"
        ? least([...exchanges.map(({ leftAt }) => leftAt), serverProcess?.inputEnd?.sequence])
        : undefined,
    lostAt:
      kind === "stdio"
        ? least([...exchanges.map(({ ended }) => ended?.sequence), serverProcess?.exit?.sequence])
        : undefined,
  };
}

/** The revision of the handshake: the one that was agreed on, or the one that was asked for. */
function agreed(calls: ConversationParts["calls"]): Revision | undefined {
  const handshake = calls.find(({ from, method }) => from === "client" && method === "initialize");
  if (handshake === undefined) return undefined;
  const [answer] = handshake.answers;
  const offers = [
    answer === undefined ? undefined : resultOf(answer)?.protocolVersion,
    paramsOf(handshake.request).protocolVersion,
  ];
  return offers.find(isRevision);
}

/** The process that was started last before the connection's first frame. */
function processOf(exchanges: readonly SeenExchange[], processes: readonly SeenProcess[]): SeenProcess | undefined {
  const begin = least(exchanges.map(({ frames }) => frames[0]?.sequence)) ?? 0;
  return processes.findLast(({ start }) => start.sequence < begin);
}

function least(numbers: readonly (number | undefined)[]): number | undefined {
  const present = numbers.filter((number) => number !== undefined);
  return present.length === 0 ? undefined : Math.min(...present);
}
