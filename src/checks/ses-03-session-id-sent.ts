import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";
import { isNotification } from "./view/message.ts";
import { sessionOf } from "./view/scene.ts";
import type { Conversation, SeenExchange } from "./view/seen.ts";

export const sessionIdSent = defineCheck({
  id: "SES-03",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "The server gave a session id with its answer to initialize, and later requests have it.",
    violated: "A later request of the same client in that session does not have it.",
    inconclusive:
      "The id holds characters that none may have; or requests without one, on sockets of their own, may be this client's or another's.",
  },
  *judge(conversation) {
    const { kind, exchanges } = conversation;
    const opening = exchanges.find(({ method }) => method === "initialize");
    if (kind !== "session" || opening?.head === undefined) return;
    const { head } = opening;
    const id = opening.answerHeader("mcp-session-id");
    if (id === undefined) return;
    if (!/^[\x21-\x7e]+$/.test(id)) {
      yield inconclusive("the session id holds characters that none may have", head);
      return;
    }
    const { own: missing, others: strangers } = withoutId(conversation, opening);
    for (const { request } of missing)
      yield violated(`a ${request?.verb} in the session came without its id`, head, request);
    if (missing.length > 0) return;
    const [stranger] = strangers;
    if (stranger !== undefined) {
      yield inconclusive("a request without a session may be this client's or another's", head, stranger.request);
      return;
    }
    const [first, ...others] = exchanges.filter(
      ({ request }) => request !== undefined && request.sequence > head.sequence,
    );
    if (first !== undefined)
      yield obeyed("requests in the session have its id", head, first.request, others.at(-1)?.request);
  },
});

/**
 * Requests without a session, made when the client had read the id and before the session had ended: those that are surely its own, and
 * those that may be.
 */
function withoutId(
  { scene, exchanges, messages }: Conversation,
  opening: SeenExchange,
): { readonly own: SeenExchange[]; readonly others: SeenExchange[] } {
  const sockets = new Set(exchanges.map(({ connection }) => connection));
  const opened = opening.head?.sequence ?? Infinity;
  const ready = messages.find((message) => isNotification(message, "notifications/initialized"))?.sequence ?? Infinity;
  const end = exchanges.find(({ request, head }) => request?.verb === "DELETE" || head?.status === 404)?.request;
  const candidates = scene.exchanges.filter((exchange) => {
    const { request, era, method } = exchange;
    if (request === undefined || isTouchedFrame(request) || era === "modern" || method === "initialize") return false;
    if (sessionOf(exchange) !== undefined || request.sequence > (end?.sequence ?? Infinity)) return false;
    return request.sequence > opened;
  });
  const isOwn = ({ request, connection }: SeenExchange): boolean => {
    // A socket serves one request after the other; elsewhere the client's next word in the session proves that it had read the id.
    if (connection === opening.connection) return true;
    return (request?.sequence ?? 0) > ready && (scene.isOneClient || sockets.has(connection));
  };
  return { own: candidates.filter(isOwn), others: candidates.filter((each) => !isOwn(each)) };
}
