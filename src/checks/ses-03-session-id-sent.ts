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
    inconclusive: "The id holds characters that none may have.",
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
    const missing = withoutId(conversation, opening);
    for (const { request } of missing)
      yield violated(`a ${request?.verb} in the session came without its id`, head, request);
    const [first, ...others] = exchanges.filter(
      ({ request }) => request !== undefined && request.sequence > head.sequence,
    );
    if (missing.length === 0 && first !== undefined)
      yield obeyed("requests in the session have its id", head, first.request, others.at(-1)?.request);
  },
});

/** Requests without a session that are surely this client's, made when it had read the id and before the session had ended. */
function withoutId({ scene, exchanges, messages }: Conversation, opening: SeenExchange): SeenExchange[] {
  const sockets = new Set(exchanges.map(({ connection }) => connection));
  const opened = opening.head?.sequence ?? Infinity;
  const ready = messages.find((message) => isNotification(message, "notifications/initialized"))?.sequence ?? Infinity;
  const end = exchanges.find(({ request, head }) => request?.verb === "DELETE" || head?.status === 404)?.request;
  return scene.exchanges.filter((exchange) => {
    const { request, era, method, connection } = exchange;
    if (request === undefined || isTouchedFrame(request) || era === "modern" || method === "initialize") return false;
    if (sessionOf(exchange) !== undefined || request.sequence > (end?.sequence ?? Infinity)) return false;
    // A socket serves one request after the other; elsewhere the client's next word in the session proves that it had read the id.
    const isOnSocket = connection === opening.connection && request.sequence > opened;
    return isOnSocket || (request.sequence > ready && (scene.isOneClient || sockets.has(connection)));
  });
}
