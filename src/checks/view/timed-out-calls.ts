import { mayBeKeptBack } from "./kept-back.ts";
import type { Conversation, EntryOf, SeenCall } from "./seen.ts";

/** A call of the client whose caller saw a time-out, and which had no answer by then. */
export interface TimedOutCall {
  readonly call: SeenCall;
  readonly caller: EntryOf<"caller">;
}

/** Not the handshake: that is never cancelled. None where a fault may have kept a cancel back. */
export function timedOutCalls({ calls, scene }: Conversation): TimedOutCall[] {
  if (mayBeKeptBack(scene)) return [];
  return calls.flatMap((call) => {
    const { from, method, request, caller } = call;
    if (from !== "client" || method === "initialize" || request.isTouched || caller?.saw !== "timeout") return [];
    return [{ call, caller }];
  });
}
