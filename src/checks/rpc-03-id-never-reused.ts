import { isDeepStrictEqual } from "node:util";
import { defineCheck, obeyed, violated } from "./check.ts";
import { sayCall } from "./view/say.ts";
import type { SeenCall } from "./view/seen.ts";

/** The same request, which HTTP had redirected or refused: its server has not taken it. */
function isSentOnceMore(before: SeenCall, { request }: SeenCall): boolean {
  const { head } = before.request.exchange;
  return head !== undefined && head.status >= 300 && isDeepStrictEqual(before.request.value, request.value);
}

export const idNeverReused = defineCheck({
  id: "RPC-03",
  subjects: ["client", "server"],
  eras: ["legacy"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "All requests of a session have ids of their own.",
    violated: "Two requests of one session, from the same side, have the same id.",
  },
  *judge({ kind, calls }, subject) {
    if (kind === "sessionless") return;
    const seen = new Map<SeenCall["id"], SeenCall>();
    let isReused = false;
    let count = 0;
    for (const call of calls) {
      // A session begins with its initialize: what was asked before belongs to none.
      if (call.from === "client" && call.method === "initialize") seen.clear();
      if (call.from !== subject || call.request.isTouched || call.request.exchange.era === "modern") continue;
      const before = seen.get(call.id);
      if (before !== undefined && !isSentOnceMore(before, call)) {
        isReused = true;
        yield violated(`${sayCall(call)} has the id of ${sayCall(before)}`, before.request, call.request);
      }
      if (before === undefined) count++;
      seen.set(call.id, call);
    }
    const [first, last] = [[...seen.values()][0], [...seen.values()].at(-1)];
    if (!isReused && count > 1) yield obeyed(`${count} requests have ids of their own`, first?.request, last?.request);
  },
});
