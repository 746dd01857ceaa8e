import { isRequest, methodOf } from "./message.ts";
import type { Conversation, EntryOf, SeenCall, SeenMessage } from "./seen.ts";

/** A call of the client whose caller saw a time-out, and which had no answer by then. */
export interface TimedOutCall {
  readonly call: SeenCall;
  readonly caller: EntryOf<"caller">;
}

/** Not the handshake: that is never cancelled. None where a fault may have kept the cancel back, or made something else of it. */
export function timedOutCalls({ calls, messages, scene }: Conversation): TimedOutCall[] {
  if (scene.mayLack) return [];
  return calls.flatMap((call) => {
    const { from, method, request, caller } = call;
    if (from !== "client" || method === "initialize" || request.isTouched || caller?.saw !== "timeout") return [];
    const isChanged = (message: SeenMessage): boolean =>
      message.isTouched && message.sequence > request.sequence && isNotified(message);
    if (messages.some(isChanged)) return [];
    return [{ call, caller }];
  });
}

/** Something that the client told, or that a fault has made of it. */
function isNotified(message: SeenMessage): boolean {
  return message.from === "client" && (!isRequest(message) || methodOf(message)?.startsWith("notifications/") === true);
}
