import { defineCheck, inconclusive, obeyed, violated, type Sighting } from "./check.ts";
import { reactionTo } from "./view/late-answers.ts";
import { isWellFormedAnswer, otherSide } from "./view/message.ts";
import { roundTripAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";
import type { Conversation, SeenCall, SeenMessage, Side } from "./view/seen.ts";

export const crossingHarmless = defineCheck({
  id: "CAN-14",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed:
      "A cancel and the answer to its request crossed, and the next request on the connection was made and answered.",
    violated: "Who sent the cancel answered the answer, or who received the cancel answered that with an error.",
    inconclusive: "Nothing was asked on the connection after the two had crossed.",
  },
  *judge(conversation, subject) {
    for (const call of conversation.calls) {
      const crossing = crossed(conversation, call);
      if (crossing !== undefined) yield judgeCrossing(conversation, { call, ...crossing }, subject);
    }
  },
});

interface Crossing {
  readonly cancel: SeenMessage;
  readonly answer: SeenMessage;
}

/** Cancel and answer without a round trip between them: neither side can have known of the other's when it sent its own. */
function crossed(conversation: Conversation, { from, cancels, answers }: SeenCall): Crossing | undefined {
  const [cancel] = cancels;
  const [answer] = answers;
  if (cancel === undefined || answer === undefined || cancel.isTouched) return undefined;
  if (!isWellFormedAnswer(answer)) return undefined;
  const [first, second] = cancel.sequence < answer.sequence ? [cancel, answer] : [answer, cancel];
  const between = roundTripAfter(conversation, first.sequence, from);
  return between !== undefined && between.answer.sequence < second.sequence ? undefined : { cancel, answer };
}

function judgeCrossing(
  conversation: Conversation,
  { call, cancel, answer }: Crossing & { readonly call: SeenCall },
  subject: Side,
): Sighting {
  const isAsker = call.from === subject;
  const [first, second] = cancel.sequence < answer.sequence ? [cancel, answer] : [answer, cancel];
  const complaint = isAsker
    ? reactionTo(conversation, answer, subject).complaint
    : refusal(conversation, cancel, subject);
  if (complaint !== undefined)
    return violated(
      `the ${isAsker ? "answer to" : "cancel of"} ${sayCall(call)}, which crossed, was answered`,
      first,
      second,
      complaint,
    );
  // Whoever is judged has to go on: the asker by asking, the other by answering.
  const asker = isAsker ? subject : otherSide(subject);
  const next = roundTripAfter(conversation, second.sequence, asker, { isOwn: !isAsker });
  if (next === undefined)
    return inconclusive(`nothing followed after cancel and answer of ${sayCall(call)} had crossed`, first, second);
  return obeyed(
    `cancel and answer of ${sayCall(call)} crossed, and the next request went well`,
    first,
    second,
    next.request,
    next.answer,
  );
}

/** What was answered to a cancel: on HTTP in its own exchange, on stdio where it can be about nothing else. */
function refusal(
  conversation: Conversation,
  cancel: SeenMessage,
  side: Side,
): { readonly sequence: number } | undefined {
  const { head, messages } = cancel.exchange;
  if (conversation.transport === "stdio") return reactionTo(conversation, cancel, side).complaint;
  if (head === undefined || head.fault !== undefined || head.armed !== undefined) return undefined;
  return (
    messages.find((message) => message.from === side && !message.isTouched) ?? (head.status === 400 ? head : undefined)
  );
}
