import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { settledAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";
import { timedOutCalls } from "./view/timed-out-calls.ts";

export const timeoutSendsCancel = defineCheck({
  id: "TMO-02",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "The caller saw a time-out, and a notifications/cancelled names the request.",
    violated: "The caller saw a time-out, a later request was answered (on HTTP two), and nothing cancelled the first.",
    inconclusive: "Too little followed after the time-out.",
  },
  *judge(conversation) {
    for (const { call, caller } of timedOutCalls(conversation)) {
      const [cancel] = call.cancels;
      if (cancel !== undefined) {
        if (!cancel.isTouched)
          yield obeyed(`${sayCall(call)} timed out and was cancelled`, call.request, caller, cancel);
        continue;
      }
      const settled = settledAfter(conversation, caller.sequence, "client");
      if (settled === undefined)
        yield inconclusive(`too little followed after the time-out of ${sayCall(call)}`, call.request, caller);
      else
        yield violated(
          `${sayCall(call)} timed out and was not cancelled`,
          call.request,
          caller,
          settled.request,
          settled.answer,
        );
    }
  },
});
