import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { settledAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";

export const cancelByMessage = defineCheck({
  id: "CAN-05",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "A notifications/cancelled names a request that has no answer yet.",
    violated:
      "The caller has given a request up, two later requests were answered, and no notifications/cancelled named it.",
    inconclusive: "A request was closed before its answer, and nobody has recorded whether its caller had given it up.",
  },
  *judge(conversation) {
    for (const call of conversation.calls) {
      const { from, request, answers, cancels, caller } = call;
      if (from !== "client" || call.method === "initialize" || request.isTouched) continue;
      const [answer] = answers;
      const [cancel] = cancels;
      if (cancel !== undefined) {
        const isInTime = answer === undefined || cancel.sequence < answer.sequence;
        if (isInTime && !cancel.isTouched) yield obeyed(`${sayCall(call)} was cancelled by a message`, request, cancel);
        continue;
      }
      const left = request.exchange.leftAt;
      const since = caller?.saw === "cancelled" ? caller.sequence : left;
      if (answer !== undefined || since === undefined) continue;
      const settled = settledAfter(conversation, since, "client");
      if (settled === undefined) continue;
      const closed = left === undefined ? undefined : { sequence: left };
      if (caller?.saw === "cancelled") {
        const says = `the caller gave ${sayCall(call)} up, and the server was not told by a message`;
        yield violated(says, request, closed, caller, settled.answer);
      } else if (caller === undefined) {
        const says = `${sayCall(call)} was closed without a cancel; whether its caller gave it up is not recorded`;
        yield inconclusive(says, request, closed);
      }
    }
  },
});
