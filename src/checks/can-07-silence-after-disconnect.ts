import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { idOf, isAnswer, methodOf, paramsOf } from "./view/message.ts";
import { progressTokenOf } from "./view/progress-token.ts";
import { roundTripAfter } from "./view/round-trip.ts";
import type { SeenExchange, SeenMessage } from "./view/seen.ts";

export const silenceAfterDisconnect = defineCheck({
  id: "CAN-07",
  subjects: ["server"],
  eras: ["modern"],
  transports: ["http"],
  proofs: {
    obeyed:
      "The client has closed a request, a later one was answered, and other streams carry nothing for the closed one.",
    violated: "After that, another stream carries the id or the progress token of the closed request.",
    inconclusive: "The stray message may be meant for another client, where the recording does not tell clients apart.",
  },
  *judge(conversation) {
    const { exchanges, messages, isOneClient } = conversation;
    for (const exchange of exchanges) {
      const { asked, leftAt } = exchange;
      if (asked === undefined || leftAt === undefined || isAnswered(exchange, leftAt)) continue;
      const barrier = roundTripAfter(conversation, leftAt, "client", { isOwn: true });
      if (barrier === undefined) continue;
      const closed = { sequence: leftAt };
      const elsewhere = messages.filter(
        (message) =>
          message.from === "server" && message.exchange !== exchange && message.sequence >= barrier.answer.sequence,
      );
      const stray = elsewhere.find((message) => !message.isTouched && isFor(message, asked, exchanges));
      const method = methodOf(asked);
      if (stray === undefined)
        yield obeyed(`nothing more came for ${method} after its request was closed`, asked, closed, elsewhere.at(-1));
      else if (isOneClient)
        yield violated(
          `another stream carried something for ${method}, whose request was closed`,
          asked,
          closed,
          barrier.answer,
          stray,
        );
      else
        yield inconclusive(
          `another stream carried what may be for ${method}, whose request was closed`,
          asked,
          closed,
          stray,
        );
    }
  },
});

function isAnswered({ messages }: SeenExchange, before: number): boolean {
  return messages.some((message) => isAnswer(message) && message.sequence < before);
}

/** It bears the id or the token of `asked`, and of no other request that it could be meant for. */
function isFor(message: SeenMessage, asked: SeenMessage, exchanges: readonly SeenExchange[]): boolean {
  const others = exchanges.flatMap((each) => (each.asked === undefined || each.asked === asked ? [] : [each.asked]));
  if (isAnswer(message)) {
    const id = idOf(message);
    return id !== undefined && id === idOf(asked) && !others.some((other) => idOf(other) === id);
  }
  const token = progressTokenOf(asked);
  const isProgress = methodOf(message) === "notifications/progress" && paramsOf(message).progressToken === token;
  return isProgress && token !== undefined && !others.some((other) => progressTokenOf(other) === token);
}
