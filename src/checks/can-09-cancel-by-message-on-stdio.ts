import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { settledAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";

export const cancelByMessageOnStdio = defineCheck({
  id: "CAN-09",
  subjects: ["client"],
  eras: ["modern"],
  transports: ["stdio"],
  proofs: {
    obeyed: "A notifications/cancelled names a request that has no answer yet.",
    violated:
      "The caller has given a request up, a later request was answered, and no notifications/cancelled named it.",
    inconclusive: "The caller has given a request up, and the recording ends before anything more was asked.",
  },
  *judge(conversation) {
    for (const call of conversation.calls) {
      const { from, request, answers, cancels, caller } = call;
      if (from !== "client" || request.isTouched) continue;
      const [answer] = answers;
      const [cancel] = cancels;
      if (cancel !== undefined) {
        const isInTime = answer === undefined || cancel.sequence < answer.sequence;
        if (isInTime && !cancel.isTouched) yield obeyed(`${sayCall(call)} was cancelled by a message`, request, cancel);
        continue;
      }
      if (caller?.saw !== "cancelled" || answer !== undefined) continue;
      const settled = settledAfter(conversation, caller.sequence, "client");
      if (settled === undefined)
        yield inconclusive(`nothing followed after the caller gave ${sayCall(call)} up`, request, caller);
      else
        yield violated(
          `the caller gave ${sayCall(call)} up, and the server was not told`,
          request,
          caller,
          settled.answer,
        );
    }
  },
});
