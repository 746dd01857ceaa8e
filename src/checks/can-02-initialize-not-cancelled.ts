import { defineCheck, obeyed, violated } from "./check.ts";
import { sayCall } from "./view/say.ts";

export const initializeNotCancelled = defineCheck({
  id: "CAN-02",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "While an initialize is unanswered the client goes on or leaves, and has not cancelled it.",
    violated: "A notifications/cancelled names the id of an initialize.",
  },
  *judge({ calls, messages, isOneClient, leftAt }) {
    for (const { from, method, request, id, answers, cancels } of calls) {
      if (from !== "client" || method !== "initialize" || request.isTouched) continue;
      const [cancel] = cancels;
      if (cancel !== undefined) {
        if (!cancel.isTouched) yield violated(`${sayCall({ method, id })} was cancelled`, request, cancel);
        continue;
      }
      const isLater = ({ sequence }: { readonly sequence: number }) => sequence > request.sequence;
      const later = isOneClient ? messages.find((message) => message.from === "client" && isLater(message)) : undefined;
      const left = request.exchange.leftAt ?? leftAt;
      if (answers.length > 0 || (later === undefined && left === undefined)) continue;
      const end = left === undefined ? undefined : { sequence: left };
      yield obeyed(`${sayCall({ method, id })} was given up without a cancel`, request, end ?? later);
    }
  },
});
