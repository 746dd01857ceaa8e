import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";

/** What says nothing about the session: who may not ask, or not so often, or not now, is told that first. */
const OTHER_REASONS = [401, 403, 405, 429, 503];

export const endedSessionIs404 = defineCheck({
  id: "SES-05",
  subjects: ["server"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "A DELETE of the session was accepted, and a later request with its id got 404.",
    violated: "The later request was served, or refused with another status.",
    inconclusive: "It was refused for what may be another reason: 401, 403, 405, 429, 503.",
  },
  *judge({ kind, exchanges }) {
    if (kind !== "session") return;
    const end = exchanges.find(({ request, head }) => request?.verb === "DELETE" && isAccepted(head?.status))?.head;
    if (end === undefined || isTouchedFrame(end)) return;
    for (const { request, head } of exchanges) {
      if (request === undefined || head === undefined || request.sequence < end.sequence || isTouchedFrame(head))
        continue;
      const says = `a ${request.verb} in the session that DELETE had ended got ${head.status}`;
      if (head.status === 404) yield obeyed(says, end, request, head);
      else if (OTHER_REASONS.includes(head.status)) yield inconclusive(says, end, request, head);
      else yield violated(says, end, request, head);
    }
  },
});

function isAccepted(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}
