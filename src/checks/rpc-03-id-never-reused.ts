import { defineCheck, obeyed, violated } from "./check.ts";
import { sayCall } from "./view/say.ts";
import type { SeenCall } from "./view/seen.ts";

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
      if (before !== undefined) {
        isReused = true;
        yield violated(`${sayCall(call)} has the id of ${sayCall(before)}`, before.request, call.request);
      }
      seen.set(call.id, call);
      count++;
    }
    const [first, last] = [[...seen.values()][0], [...seen.values()].at(-1)];
    if (!isReused && count > 1) yield obeyed(`${count} requests have ids of their own`, first?.request, last?.request);
  },
});
