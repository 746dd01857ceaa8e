import { isDeepStrictEqual } from "node:util";
import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { paramsOf } from "./view/message.ts";
import type { Conversation, SeenCall } from "./view/seen.ts";

const LISTEN = "subscriptions/listen";

export const listensAgain = defineCheck({
  id: "SUB-11",
  subjects: ["client"],
  eras: ["modern"],
  transports: ["stdio"],
  proofs: {
    obeyed:
      "A connection with a subscription was lost, and on the next one the client asked for the same subscription.",
    violated: "On the next connection it made use of the server, with two answered requests at least, and did not ask.",
    inconclusive: "On the next connection too little was asked to say so.",
  },
  *judge(conversation) {
    const { scene, lostAt, leftAt, calls } = conversation;
    if (!scene.isOneClient || lostAt === undefined || (leftAt !== undefined && leftAt < lostAt)) return;
    const next = scene.conversations.find(
      (other) => other.kind === "stdio" && other.era === "modern" && beginOf(other) > lostAt,
    );
    if (next === undefined) return;
    const lost = { sequence: lostAt };
    for (const subscription of calls.filter((call) => isOpen(call, lostAt))) {
      const again = next.calls.find((call) => call.method === LISTEN && isSame(call, subscription));
      const used = next.calls.filter(
        ({ from, method, answers }) => from === "client" && isUse(method) && answers.length > 0,
      );
      const [first, second] = used;
      if (again !== undefined) {
        if (!again.request.isTouched)
          yield obeyed("the client listens again", subscription.request, lost, again.request);
      } else if (first !== undefined && second !== undefined) {
        const says = "the client uses the server that was started anew, and does not listen again";
        yield violated(says, subscription.request, lost, first.request, second.request, second.answers[0]);
      } else
        yield inconclusive("too little was asked on the new connection", subscription.request, lost, next.messages[0]);
    }
  },
});

function isOpen({ method, request, answers, cancels }: SeenCall, at: number): boolean {
  return (
    method === LISTEN && !request.isTouched && request.sequence < at && answers.length === 0 && cancels.length === 0
  );
}

function isSame(one: SeenCall, other: SeenCall): boolean {
  return isDeepStrictEqual(paramsOf(one.request).notifications, paramsOf(other.request).notifications);
}

/** Whatever is more than finding out who answers. */
function isUse(method: string): boolean {
  return method !== LISTEN && method !== "server/discover";
}

function beginOf({ messages }: Conversation): number {
  return messages[0]?.sequence ?? 0;
}
