import { defineCheck, obeyed, violated, type Sighting } from "./check.ts";
import { otherSide, resultOf } from "./view/message.ts";
import { sayCall } from "./view/say.ts";
import type { Conversation, SeenMessage, Side } from "./view/seen.ts";

export const resultBearsId = defineCheck({
  id: "RPC-05",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "Every result has the id of a request that waits for it, value and type alike, and comes once.",
    violated:
      "A result has the id of no request, the id of another request than that of its HTTP exchange, or is the second one.",
  },
  *judge(conversation, subject) {
    const results = conversation.messages.filter(
      (message) =>
        message.from === subject && !message.isTouched && resultOf(message) !== undefined && isHeld(message.value.id),
    );
    const breaches = results.flatMap((result) => breach(conversation, result, subject) ?? []);
    yield* breaches;
    if (breaches.length > 0 || results.length === 0) return;
    yield obeyed("every result has the id of its request", results[0], results.at(-1));
  },
});

/** Of a larger number the last digits are lost in reading: of two that look the same nobody knows whether they are. */
function isHeld(id: unknown): boolean {
  return typeof id !== "number" || !Number.isInteger(id) || Number.isSafeInteger(id);
}

function breach(conversation: Conversation, result: SeenMessage, subject: Side): Sighting | undefined {
  const { calls, isOneClient, messages } = conversation;
  const id = JSON.stringify(result.value.id) ?? "none";
  const call = calls.find(({ answers }) => answers.includes(result));
  const { asked } = result.exchange;
  if (call === undefined) {
    // A request that was not read is not known to be missing, and without a session the other streams may be other clients'.
    const isKnown = isOneClient || asked !== undefined;
    const isAsked = calls.some(({ from, id: own }) => from === otherSide(subject) && own === result.value.id);
    return isKnown && !isAsked ? violated(`a result has the id ${id}, and no request has`, asked, result) : undefined;
  }
  const asks = messages.filter(
    ({ from, value }) => from !== subject && value.id === result.value.id && value.method !== undefined,
  );
  // A request that a fault has sent once more is answered once more.
  if (asks.length > 1 && asks.some(({ isTouched }) => isTouched)) return undefined;
  const [first] = call.answers;
  // What a resumed stream brings once more is a replay.
  if (result.exchange.request?.verb === "GET") return undefined;
  if (first !== undefined && first !== result && !first.isTouched)
    return violated(`${sayCall(call)} was answered twice`, call.request, first, result);
  const isElsewhere = subject === "server" && asked !== undefined && asked !== call.request;
  return isElsewhere
    ? violated(`the result of ${sayCall(call)} came in the exchange of another request`, call.request, asked, result)
    : undefined;
}
