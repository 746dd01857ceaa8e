import { isDeepStrictEqual } from "node:util";
import { defineCheck, inconclusive, obeyed, violated, type Sighting } from "./check.ts";
import { isAnswer, paramsOf } from "./view/message.ts";
import { sayCall } from "./view/say.ts";
import type { Conversation, EntryOf, SeenCall, SeenExchange } from "./view/seen.ts";

export const reissueWithNewId = defineCheck({
  id: "SSE-29",
  subjects: ["client"],
  eras: ["modern"],
  transports: ["http"],
  proofs: {
    obeyed: "The stream of a request broke before its answer, and the same request was made again with another id.",
    violated: "It was made again with the same id, or its stream was asked for by GET with Last-Event-ID.",
    inconclusive: "It was not made again (its caller may have been told), or nobody knows whose the other request is.",
  },
  note: "The keyword stands in the changelog alone; the page on the transport only says that streams cannot be resumed. So it counts as no violation when the request is not made again.",
  *judge(conversation) {
    for (const call of conversation.calls) {
      const { request, from, method } = call;
      if (from !== "client" || request.isTouched || method === "subscriptions/listen") continue;
      const broken = brokenStream(request.exchange);
      if (broken !== undefined) yield whatFollowed(conversation, call, broken);
    }
  },
});

/** Where the server's side of an event stream ended without an answer, and the client had not left before. */
function brokenStream({ isStream, ended, leftAt, messages }: SeenExchange): EntryOf<"close"> | undefined {
  if (!isStream || ended === undefined || (leftAt !== undefined && leftAt < ended.sequence)) return undefined;
  return messages.some((message) => message.from === "server" && isAnswer(message)) ? undefined : ended;
}

function whatFollowed(conversation: Conversation, call: SeenCall, broken: EntryOf<"close">): Sighting {
  const { calls, isOneClient, exchanges } = conversation;
  const says = `the stream of ${sayCall(call)} broke`;
  const later = calls.filter(
    ({ from, request }) => from === "client" && request.sequence > broken.sequence && !request.isTouched,
  );
  const again = later.find((other) => isSameRequest(other, call));
  const resumed = exchanges.find(
    (exchange) =>
      (exchange.request?.sequence ?? 0) > broken.sequence && exchange.requestHeader("last-event-id") !== undefined,
  );
  const told = call.caller !== undefined && call.caller.sequence < (again?.request.sequence ?? Infinity);
  if (resumed !== undefined && isOneClient)
    return violated(`${says}, and was asked for by Last-Event-ID`, call.request, broken, resumed.request);
  if (again === undefined || told)
    return inconclusive(
      `${says}, and the client did not ask again${told ? "; its caller was told" : ""}`,
      call.request,
      broken,
      call.caller,
    );
  if (!isOneClient)
    return inconclusive(
      `${says}, and the same was asked, perhaps by another client`,
      call.request,
      broken,
      again.request,
    );
  return again.id === call.id
    ? violated(`${says}, and it was made again with the same id`, call.request, broken, again.request)
    : obeyed(`${says}, and it was made again as ${sayCall(again)}`, call.request, broken, again.request);
}

/** The same but for its id and what stands in `_meta`, such as its progress token. */
function isSameRequest(one: SeenCall, other: SeenCall): boolean {
  if (one.method !== other.method || one.request.isOutlined || other.request.isOutlined) return false;
  const [{ _meta: _, ...params }, { _meta: __, ...otherParams }] = [paramsOf(one.request), paramsOf(other.request)];
  return isDeepStrictEqual(params, otherParams);
}
