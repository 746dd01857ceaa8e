import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { isNotification, isRequest, methodOf, resultOf } from "./view/message.ts";
import { settledAfter } from "./view/round-trip.ts";
import type { Conversation, SeenMessage } from "./view/seen.ts";

/** What a client may ask although it has not said that it is ready. */
const NO_OPERATIONS: readonly (string | undefined)[] = ["initialize", "ping"];

export const initializedFollows = defineCheck({
  id: "LIF-02",
  subjects: ["client"],
  eras: ["legacy"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "initialize was answered with a result, and notifications/initialized followed.",
    violated:
      "It did not follow, though the client used the connection: it had two requests answered one after the other, or one and left.",
    inconclusive: "The recording ends before it can be known.",
  },
  *judge(conversation) {
    const { calls, messages, scene, kind, isOneClient } = conversation;
    // Without a session the notification may be on its way with any client.
    if (kind === "sessionless" && !isOneClient) return;
    const opening = calls.find(({ from, method }) => from === "client" && method === "initialize");
    const [answer] = opening?.answers ?? [];
    if (opening === undefined || answer === undefined || resultOf(answer) === undefined) return;
    const later = messages.filter((message) => message.from === "client" && message.sequence > answer.sequence);
    const ready = later.find((message) => isNotification(message, "notifications/initialized"));
    if (ready !== undefined) {
      if (!ready.isTouched) yield obeyed("the client said that it is ready", opening.request, answer, ready);
      return;
    }
    const operation = later.find((message) => isOperation(message));
    if (operation === undefined || later.some(({ isTouched }) => isTouched)) return;
    if (scene.mayLack) return;
    const says = "the client never said that it is ready";
    if (hasGoneOn(conversation, operation)) yield violated(says, opening.request, answer, operation);
    else yield inconclusive(`${says}, as far as the recording goes`, opening.request, answer, operation);
  },
});

function isOperation(message: SeenMessage): boolean {
  return isRequest(message) && !NO_OPERATIONS.includes(methodOf(message));
}

/** The notification can no longer be on its way. */
function hasGoneOn(conversation: Conversation, operation: SeenMessage): boolean {
  if (settledAfter(conversation, operation.sequence, "client") !== undefined) return true;
  const deleted = conversation.exchanges.find(({ request }) => request?.verb === "DELETE")?.request?.sequence;
  const end = conversation.leftAt ?? deleted;
  return end !== undefined && end > operation.sequence;
}
