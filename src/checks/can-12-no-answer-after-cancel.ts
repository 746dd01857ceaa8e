import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { cancelledCalls } from "./view/cancelled-calls.ts";
import { otherSide } from "./view/message.ts";
import { roundTripAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";

export const noAnswerAfterCancel = defineCheck({
  id: "CAN-12",
  subjects: ["client", "server"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "A request was cancelled by a message, a later one was answered, and the cancelled one never was.",
    violated: "The cancelled request was answered after that.",
    inconclusive: "A fault had its hands on the answer.",
  },
  *judge(conversation, subject) {
    const asker = otherSide(subject);
    for (const { call, cancel } of cancelledCalls(conversation, asker)) {
      const barrier = roundTripAfter(conversation, cancel.sequence, asker, { isOwn: true });
      if (barrier === undefined) continue;
      const [answer] = call.answers;
      if (answer === undefined)
        yield obeyed(`${sayCall(call)} was not answered after its cancel`, call.request, cancel, barrier.answer);
      else if (answer.isTouched)
        yield inconclusive(`a fault acted on the answer to ${sayCall(call)} after its cancel`, cancel, answer);
      else if (answer.sequence > barrier.answer.sequence) {
        const says = `${sayCall(call)} was answered although the ${subject} had read its cancel`;
        yield violated(says, call.request, cancel, barrier.request, barrier.answer, answer);
      }
    }
  },
});
