import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { listPages, type ListPage } from "./view/list-pages.ts";
import { paramsOf } from "./view/message.ts";
import { settledAfter } from "./view/round-trip.ts";
import { sayCall } from "./view/say.ts";

export const emptyCursor = defineCheck({
  id: "PAG-05",
  subjects: ["client"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: 'A page came with the cursor "", and the client asked for the next page with it.',
    violated:
      'A client that had followed the cursor of an earlier page went on to other requests after a page with the cursor "".',
    inconclusive: "The client may not follow cursors at all, or is not known to have gone on.",
  },
  *judge(conversation) {
    const pages = listPages(conversation);
    for (const page of pages) {
      const { call, answer, nextCursor } = page;
      if (answer === undefined || nextCursor !== "") continue;
      const next = pages.find((other) => follows(other, page));
      if (next !== undefined) {
        if (!next.call.request.isTouched)
          yield obeyed(`the empty cursor of ${sayCall(call)} was followed`, answer, next.call.request);
        continue;
      }
      const before = pages.find((other) =>
        pages.some((earlier) => earlier.nextCursor !== "" && follows(other, earlier)),
      );
      const settled = settledAfter(conversation, answer.sequence, "client");
      if (before !== undefined && settled !== undefined && conversation.isOneClient) {
        const says = `the client follows cursors, and took the empty one of ${sayCall(call)} for the end`;
        yield violated(says, before.call.request, answer, settled.request, settled.answer);
      } else yield inconclusive(`the empty cursor of ${sayCall(call)} was not followed`, answer);
    }
  },
});

/** `page` is the next one of the list that `before` is a page of. */
function follows({ call }: ListPage, before: ListPage): boolean {
  const { answer, nextCursor } = before;
  if (answer === undefined || nextCursor === undefined || call.method !== before.call.method) return false;
  return call.request.sequence > answer.sequence && paramsOf(call.request).cursor === nextCursor;
}
