import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";
import { sayCall } from "./view/say.ts";
import type { SeenCall } from "./view/seen.ts";

export const idNotInFlight = defineCheck({
  id: "RPC-04",
  subjects: ["client"],
  eras: ["modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "Two requests were unanswered at one time, and had different ids.",
    violated: "A request has the id of one that is still unanswered.",
    inconclusive: "The two may be of different clients, or a fault acted on the answer to the first.",
  },
  note: "Read strictly, an id that was never answered is taken for ever, whoever gave the request up. What HTTP has refused counts as answered here.",
  *judge({ calls, isOneClient }) {
    const open: SeenCall[] = [];
    let overlap: readonly [SeenCall, SeenCall] | undefined;
    let isReused = false;
    for (const call of calls) {
      if (call.from !== "client" || call.request.exchange.era !== "modern") continue;
      const still = open.filter((other) => !isSettled(other, call.request.sequence));
      const twin = still.find((other) => other.id === call.id);
      if (twin !== undefined && !call.request.isTouched && !twin.request.isTouched) {
        isReused = true;
        const says = `${sayCall(call)} has the id of ${sayCall(twin)}, which is unanswered`;
        const isDoubtful = !isOneClient || twin.request.exchange.frames.some(isAnsweredByFault);
        yield isDoubtful ? inconclusive(says, twin.request, call.request) : violated(says, twin.request, call.request);
      }
      if (twin === undefined && still[0] !== undefined) overlap ??= [still[0], call];
      open.push(call);
    }
    if (!isReused && overlap !== undefined && isOneClient) {
      const [one, other] = overlap;
      yield obeyed(`${sayCall(one)} and ${sayCall(other)} ran at one time`, one.request, other.request);
    }
  },
});

/** Answered, or refused or redirected by HTTP, before that place in the recording. */
function isSettled({ answers, request }: SeenCall, before: number): boolean {
  const { head } = request.exchange;
  const isRefused = head !== undefined && head.status >= 300 && head.sequence < before;
  return isRefused || answers.some(({ sequence }) => sequence < before);
}

/** What a fault has made of an answer may have passed for one. */
function isAnsweredByFault(frame: Parameters<typeof isTouchedFrame>[0] & { readonly direction: string }): boolean {
  return frame.direction === "to-client" && isTouchedFrame(frame);
}
