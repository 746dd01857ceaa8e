import { methodOf, otherSide, paramsOf } from "./message.ts";
import { progressTokenOf } from "./progress-token.ts";
import type { Conversation, SeenCall, SeenMessage, Side } from "./seen.ts";

/** A call that was cancelled by a message before its answer was sent. */
export interface CancelledCall {
  readonly call: SeenCall;
  readonly cancel: SeenMessage;
}

/**
 * The calls of `asker` that it has cancelled in time. Not the handshake, which may not be cancelled, nor a subscription, of whose end
 * the specification speaks in three voices.
 */
export function cancelledCalls({ calls }: Conversation, asker: Side): CancelledCall[] {
  return calls.flatMap((call) => {
    const [cancel] = call.cancels;
    if (cancel === undefined || call.from !== asker || EXCEPT.includes(call.method)) return [];
    return call.answers.some(({ sequence }) => sequence < cancel.sequence) ? [] : [{ call, cancel }];
  });
}

const EXCEPT = ["initialize", "subscriptions/listen"];

/** Everything that the other side sends for a call: its answers, and progress under its token. */
export function sentFor({ messages, calls }: Conversation, call: SeenCall): SeenMessage[] {
  const token = progressTokenOf(call.request);
  const isShared = calls.some((other) => other !== call && progressTokenOf(other.request) === token);
  return messages.filter((message) => {
    if (message.from !== otherSide(call.from) || message.sequence < call.request.sequence) return false;
    if (call.answers.includes(message)) return true;
    const isProgress = methodOf(message) === "notifications/progress";
    return isProgress && token !== undefined && !isShared && paramsOf(message).progressToken === token;
  });
}
