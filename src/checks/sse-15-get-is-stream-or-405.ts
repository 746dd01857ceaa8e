import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";
import type { Conversation, SeenExchange } from "./view/seen.ts";

/** What says nothing about streams: who may not ask, not so often or not now, or has no session any more, is told that first. */
const OTHER_REASONS = [401, 403, 404, 406, 429, 503];

export const getIsStreamOr405 = defineCheck({
  id: "SSE-15",
  subjects: ["server"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "A correct GET, the session's only one at that time, got an event stream or 405.",
    violated: "It got another status, or another content type.",
    inconclusive: "It was refused for what may be another reason: 401, 403, 404, 406, 429, 503.",
  },
  *judge(conversation) {
    for (const exchange of conversation.exchanges) {
      const { request, head } = exchange;
      if (request?.verb !== "GET" || isTouchedFrame(request) || !isCorrect(exchange, conversation)) continue;
      if (head === undefined || isTouchedFrame(head)) continue;
      const type = exchange.answerHeader("content-type") ?? "no content type";
      const says = `GET got ${head.status}, ${type}`;
      if (head.status === 405 || (head.status === 200 && exchange.isStream)) yield obeyed(says, request, head);
      else if (OTHER_REASONS.includes(head.status)) yield inconclusive(says, request, head);
      else yield violated(says, request, head);
    }
  },
});

/** Asks for an event stream, in the session if there is one, and resumes nothing; no other stream of that kind is open. */
function isCorrect(exchange: SeenExchange, { kind, exchanges, calls, isOneClient }: Conversation): boolean {
  const { request } = exchange;
  if (request === undefined || exchange.requestHeader("last-event-id") !== undefined) return false;
  if (!(exchange.requestHeader("accept") ?? "").toLowerCase().includes("text/event-stream")) return false;
  // Where there are sessions, a GET without one is another matter.
  const isStateless = isOneClient && calls.some(({ method, answers }) => method === "initialize" && answers.length > 0);
  if (kind === "sessionless" && !isStateless) return false;
  return !exchanges.some((other) => {
    const begun = other.request;
    if (begun?.verb !== "GET" || begun.sequence >= request.sequence) return false;
    const end = other.ended?.sequence ?? other.leftAt;
    return end === undefined || end > request.sequence;
  });
}
