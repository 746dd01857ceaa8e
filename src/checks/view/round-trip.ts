import type { Conversation, SeenMessage, Side } from "./seen.ts";

/** A request and its first answer. */
export interface RoundTrip {
  readonly request: SeenMessage;
  readonly answer: SeenMessage;
}

/**
 * The first request that `asker` made after `sequence` and got answered: what had travelled before it was delivered, and what comes
 * after its answer is no race any more (rule 4). `isOwn`: only an answer counts that no fault had its hands on.
 */
export function roundTripAfter(
  { calls }: Conversation,
  sequence: number,
  asker: Side,
  { isOwn = false }: { readonly isOwn?: boolean } = {},
): RoundTrip | undefined {
  let first: RoundTrip | undefined;
  for (const { from, request, answers } of calls) {
    const [answer] = answers;
    if (from !== asker || request.sequence <= sequence || answer === undefined || (isOwn && answer.isTouched)) continue;
    if (first === undefined || answer.sequence < first.answer.sequence) first = { request, answer };
  }
  return first;
}

/**
 * The round trip of `asker` after which something that it has not sent since `sequence` can no longer be on its way: on HTTP each
 * request may take a socket of its own, so that it takes two in a row.
 */
export function settledAfter(conversation: Conversation, sequence: number, asker: Side): RoundTrip | undefined {
  const first = roundTripAfter(conversation, sequence, asker);
  if (first === undefined || conversation.transport === "stdio") return first;
  return roundTripAfter(conversation, first.answer.sequence, asker);
}
