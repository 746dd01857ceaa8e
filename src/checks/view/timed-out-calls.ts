import type { Conversation, EntryOf, SeenCall } from "./seen.ts";

/** A call of the client whose caller saw a time-out, and which had no answer by then. */
export interface TimedOutCall {
  readonly call: SeenCall;
  readonly caller: EntryOf<"caller">;
}

/** Not the handshake: that is never cancelled. */
export function timedOutCalls({ calls }: Conversation): TimedOutCall[] {
  return calls.flatMap((call) => {
    const { from, method, request, caller } = call;
    if (from !== "client" || method === "initialize" || request.isTouched || caller?.saw !== "timeout") return [];
    return [{ call, caller }];
  });
}
