import { isRequestId } from "../../protocol/json-rpc.ts";
import { isNotification, paramsOf } from "./message.ts";
import { progressTokenOf } from "./progress-token.ts";
import type { Conversation, SeenCall, SeenMessage, Side } from "./seen.ts";

/** A progress notification, and the call whose token it bears; undefined where no request before it had given that token. */
export interface Progress {
  readonly message: SeenMessage;
  readonly call: SeenCall | undefined;
}

/** The progress notifications of `side`, in order. The token of a later call hides that of an earlier one. */
export function progressFrom({ messages, calls, isOneClient }: Conversation, side: Side): Progress[] {
  return messages.flatMap((message) => {
    if (message.from !== side || !isNotification(message, "notifications/progress") || message.isOutlined) return [];
    const token = paramsOf(message).progressToken;
    if (!isRequestId(token)) return [];
    const call = calls.findLast(
      ({ from, request }) =>
        from !== side &&
        request.sequence < message.sequence &&
        progressTokenOf(request) === token &&
        (isOneClient || request.exchange === message.exchange),
    );
    return [{ message, call }];
  });
}

/** How far it says that its call has come; undefined where it says no number. */
export function progressValue(message: SeenMessage): number | undefined {
  const { progress } = paramsOf(message);
  return typeof progress === "number" ? progress : undefined;
}
