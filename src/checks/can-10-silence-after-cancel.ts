import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { cancelledCalls, sentFor } from "./view/cancelled-calls.ts";
import { roundTripAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";

export const silenceAfterCancel = defineCheck({
  id: "CAN-10",
  subjects: ["server"],
  eras: ["modern"],
  transports: ["stdio"],
  proofs: {
    obeyed:
      "A request was cancelled, a later one was answered, and nothing came for the cancelled one after that answer.",
    violated: "After that answer a result, an error or progress came for the cancelled request.",
    inconclusive: "A fault had its hands on what came for the cancelled request.",
  },
  note: "The page on cancellation says only SHOULD NOT (CAN-12), and lets a server ignore the cancel of what it cannot cancel (CAN-13). The page on stdio makes no exception, and is followed here.",
  *judge(conversation) {
    for (const { call, cancel } of cancelledCalls(conversation, "client")) {
      const barrier = roundTripAfter(conversation, cancel.sequence, "client", { isOwn: true });
      if (barrier === undefined) continue;
      const after = sentFor(conversation, call).filter(({ sequence }) => sequence > cancel.sequence);
      const late = after.find((message) => !message.isTouched && message.sequence > barrier.answer.sequence);
      if (late !== undefined) {
        const says = `something came for ${sayCall(call)} although the server had read its cancel (a server may ignore one that it cannot obey, see CAN-13)`;
        yield violated(says, call.request, cancel, barrier.request, barrier.answer, late);
      } else if (after.some((message) => message.isTouched)) {
        yield inconclusive(`a fault acted on what came for ${sayCall(call)} after its cancel`, cancel, ...after);
      } else if (after.length === 0) {
        yield obeyed(`nothing came for ${sayCall(call)} after its cancel`, call.request, cancel, barrier.answer);
      }
    }
  },
});
