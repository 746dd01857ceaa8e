import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { roundTripAfter, settledAfter } from "./view/round-trip.ts";
import { isTouchedFrame } from "./view/exchange.ts";
import { sayCall } from "./view/say.ts";
import type { SeenExchange } from "./view/seen.ts";
import { timedOutCalls } from "./view/timed-out-calls.ts";

export const timeoutCancels = defineCheck({
  id: "TMO-03",
  subjects: ["client"],
  eras: ["modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed:
      "The caller saw a time-out; on stdio a notifications/cancelled names the request, on HTTP the client closed it.",
    violated:
      "The caller saw a time-out, a later request was answered (on HTTP two), and the first was not cancelled until then.",
    inconclusive: "Too little followed after the time-out.",
  },
  *judge(conversation) {
    for (const { call, caller } of timedOutCalls(conversation)) {
      // What the server has closed cannot be closed again.
      if (conversation.transport === "http" && isBefore(call.request.exchange.ended, caller)) continue;
      const told = conversation.transport === "stdio" ? call.cancels[0] : closeOf(call.request.exchange);
      if (told?.isTouched === true) continue;
      const next = roundTripAfter(conversation, caller.sequence, "client");
      const settled = settledAfter(conversation, caller.sequence, "client");
      // Every request is closed in the end; what counts is that this one is before others go on.
      const isInTime = conversation.transport === "stdio" || isBefore(told, next?.answer);
      if (told !== undefined && isInTime)
        yield obeyed(`${sayCall(call)} timed out and was cancelled`, call.request, caller, told);
      else if (settled === undefined || (told !== undefined && isBefore(told, settled.answer)))
        yield inconclusive(`too little followed after the time-out of ${sayCall(call)}`, call.request, caller, told);
      else {
        const says = `${sayCall(call)} timed out and was not cancelled`;
        yield violated(says, call.request, caller, settled.request, settled.answer);
      }
    }
  },
});

interface Place {
  readonly sequence: number;
}

/** Where the client has closed the request. */
function closeOf({ frames, leftAt }: SeenExchange): (Place & { readonly isTouched: boolean }) | undefined {
  const close = frames.find(({ sequence }) => sequence === leftAt);
  return close === undefined ? undefined : { sequence: close.sequence, isTouched: isTouchedFrame(close) };
}

function isBefore(one: Place | undefined, other: Place | undefined): boolean {
  return one !== undefined && one.sequence < (other?.sequence ?? Infinity);
}
