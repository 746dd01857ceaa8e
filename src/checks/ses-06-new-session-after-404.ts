import { ERROR_CODES } from "../protocol/json-rpc.ts";
import { objectAt } from "../protocol/json.ts";
import { defineCheck, inconclusive, obeyed, violated, type Sighting } from "./check.ts";
import { isTouchedFrame } from "./view/exchange.ts";
import type { Conversation, EntryOf, SeenExchange } from "./view/seen.ts";

export const newSessionAfter404 = defineCheck({
  id: "SES-06",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["http"],
  proofs: {
    obeyed: "A request in a session got 404, and the client's next handshake is an initialize without the old id.",
    violated: "After it had read the 404, the client used the old id again: in a request, or in its initialize.",
    inconclusive:
      "The old id was used again before it is proven that the 404 had been read; only GET got 404, and the session was served on; or nobody knows whose the new initialize is.",
  },
  *judge(conversation) {
    if (conversation.kind !== "session") return;
    const lost = conversation.exchanges.find(isLost);
    const left = conversation.exchanges.find(({ request }) => request?.verb === "DELETE")?.request;
    if (lost?.head === undefined || (left !== undefined && left.sequence < lost.head.sequence)) return;
    const seen = whatFollowed(conversation, lost, lost.head);
    if (seen !== undefined) yield seen;
  },
});

/** It got 404, and not because a method was not found. */
function isLost({ head, request, messages }: SeenExchange): boolean {
  if (head?.status !== 404 || request?.verb === "DELETE") return false;
  return !messages.some(
    ({ from, value }) => from === "server" && objectAt(value, "error")?.code === ERROR_CODES.methodNotFound,
  );
}

function whatFollowed(conversation: Conversation, lost: SeenExchange, refusal: EntryOf<"head">): Sighting | undefined {
  const { scene, exchanges } = conversation;
  const id = lost.requestHeader("mcp-session-id");
  const later = scene.exchanges.filter(({ request }) => request !== undefined && request.sequence > refusal.sequence);
  const own = later.filter(({ request }) => request !== undefined && !isTouchedFrame(request));
  // A DELETE only says good-bye: whoever leaves need not begin anew.
  const uses = own.filter((each) => each.requestHeader("mcp-session-id") === id && each.request?.verb !== "DELETE");
  const opening = own.find((each) => each.method === "initialize" && isSameClient(conversation, each));
  const handshake = uses.find(({ method }) => method === "initialize");
  if (handshake !== undefined)
    return violated("the new initialize has the old session id", lost.request, refusal, handshake.request);
  const reuse = uses.find((use) => hasRead(use, lost, refusal, exchanges) || isAfter(use, opening));
  if (reuse !== undefined && lost.request?.verb === "GET" && isServed(reuse))
    return inconclusive("only GET got 404, and the server serves the session on", lost.request, refusal, reuse.request);
  if (reuse !== undefined) {
    const says = `after 404 the client went on with the old session id (${reuse.method})`;
    return violated(says, lost.request, refusal, reuse.request);
  }
  if (opening !== undefined)
    return obeyed("after 404 the client began a new session", lost.request, refusal, opening.request);
  const [use] = uses;
  if (use !== undefined)
    return inconclusive("the old session id was used again, perhaps before the 404 was read", refusal, use.request);
  const stranger = own.find(({ method }) => method === "initialize");
  if (stranger === undefined) return undefined;
  return inconclusive("after 404 somebody began a new session", lost.request, refusal, stranger.request);
}

/** Some servers say 404 for a stream that they do not offer; their sessions live on. */
function isServed({ head }: SeenExchange): boolean {
  return head !== undefined && head.status < 300;
}

/** Whoever has begun a new session has read the 404. */
function isAfter({ request }: SeenExchange, opening: SeenExchange | undefined): boolean {
  return request !== undefined && opening?.request !== undefined && request.sequence > opening.request.sequence;
}

/**
 * A socket serves one request after the other: whoever sends the next has read the answer before it. Requests on several sockets may all
 * have been written before anything was read, in whatever order they and their answers are seen.
 */
function hasRead(
  use: SeenExchange,
  lost: SeenExchange,
  refusal: EntryOf<"head">,
  all: readonly SeenExchange[],
): boolean {
  const sent = use.request?.sequence ?? 0;
  if (use.connection === lost.connection) return true;
  return all.some(
    ({ connection, request, head }) =>
      connection === use.connection &&
      request !== undefined &&
      head !== undefined &&
      request.sequence > refusal.sequence &&
      head.sequence < sent,
  );
}

function isSameClient({ scene, exchanges }: Conversation, { connection }: SeenExchange): boolean {
  return scene.isOneClient || exchanges.some((exchange) => exchange.connection === connection);
}
