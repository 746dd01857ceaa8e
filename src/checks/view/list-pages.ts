import { resultOf } from "./message.ts";
import type { Conversation, SeenCall, SeenMessage } from "./seen.ts";

/** One page of a list that the client has asked for. */
export interface ListPage {
  readonly call: SeenCall;
  readonly answer: SeenMessage | undefined;
  /** Where the list goes on, if the answer says so. */
  readonly nextCursor: string | undefined;
}

const LISTS = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];

/** The pages of all lists, in the order in which they were asked for. */
export function listPages({ calls }: Conversation): ListPage[] {
  return calls
    .filter(({ from, method }) => from === "client" && LISTS.includes(method))
    .map((call) => {
      const [answer] = call.answers;
      const next = answer === undefined ? undefined : resultOf(answer)?.nextCursor;
      return { call, answer, nextCursor: typeof next === "string" ? next : undefined };
    });
}
