import { cancelledCalls, type CancelledCall } from "./cancelled-calls.ts";
import { idOf, isAnswer, isErrorForNobody, isWellFormedAnswer, otherSide } from "./message.ts";
import { roundTripAfter, type RoundTrip } from "./round-trip.ts";
import type { Conversation, SeenMessage, Side } from "./seen.ts";

/** An answer that came after the cancel of its request. */
export interface LateAnswer extends CancelledCall {
  readonly answer: SeenMessage;
}

/** The answers that came to `asker` after it had cancelled their requests by a message; the first of each. */
export function lateAnswers(conversation: Conversation, asker: Side): LateAnswer[] {
  return cancelledCalls(conversation, asker).flatMap(({ call, cancel }) => {
    const answer = call.answers.find((each) => each.sequence > cancel.sequence && isWellFormedAnswer(each));
    return answer === undefined ? [] : [{ call, cancel, answer }];
  });
}

/** What `side` did after it was sent `message`: whether it complained about it, and whether its next request went well. */
export function reactionTo(
  conversation: Conversation,
  message: SeenMessage,
  side: Side,
): { readonly complaint: SeenMessage | undefined; readonly next: RoundTrip | undefined } {
  return {
    complaint: complaint(conversation, message, side),
    next: roundTripAfter(conversation, message.sequence, side),
  };
}

/** An answer of `side` to what is no request: by its id, or as the only thing that it can be about. */
function complaint({ messages, calls }: Conversation, about: SeenMessage, side: Side): SeenMessage | undefined {
  const id = idOf(about);
  const isAsked = calls.some((call) => call.from === otherSide(side) && call.id === id);
  const later = messages.filter(({ sequence }) => sequence > about.sequence);
  return later.find((message) => {
    if (message.from !== side || message.isTouched || !isAnswer(message)) return false;
    if (!isErrorForNobody(message)) return id !== undefined && !isAsked && idOf(message) === id;
    return !later.some((other) => other.from !== side && other.sequence < message.sequence);
  });
}
