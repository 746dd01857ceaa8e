import { defineCheck, inconclusive, obeyed, violated } from "./check.ts";
import { listPages } from "./view/list-pages.ts";
import { paramsOf } from "./view/message.ts";
import { sayCall } from "./view/say.ts";

export const cursorUnchanged = defineCheck({
  id: "PAG-04",
  subjects: ["client"],
  eras: ["legacy", "modern"],
  transports: ["stdio", "http"],
  proofs: {
    obeyed: "A list request brings back a cursor that the server gave for that list, byte for byte.",
    violated: "It brings something that is made of such a cursor (trimmed, decoded, another type), and is none.",
    inconclusive: "It brings a cursor that the server has not given in the recording.",
  },
  *judge(conversation) {
    const pages = listPages(conversation);
    for (const { call } of pages) {
      const { request } = call;
      const { cursor } = paramsOf(request);
      if (cursor === undefined || request.isTouched || request.isOutlined) continue;
      const given = pages.filter(
        ({ call: other, answer }) =>
          other.method === call.method && answer !== undefined && answer.sequence < request.sequence,
      );
      const same = given.find(({ nextCursor }) => nextCursor === cursor);
      const twin = given.find(({ nextCursor }) => nextCursor !== undefined && isMadeOf(cursor, nextCursor));
      if (same !== undefined)
        yield obeyed(`${sayCall(call)} brought the cursor back as it was given`, same.answer, request);
      else if (twin !== undefined) {
        const says = `${sayCall(call)} brought ${excerpt(cursor)}, and what was given is ${excerpt(twin.nextCursor)}`;
        yield violated(says, twin.answer, request);
      } else if (given.length > 0)
        yield inconclusive(`${sayCall(call)} brought a cursor that is not known from the recording`, request);
    }
  },
});

/** What clients make of a cursor that they do not leave alone. */
function isMadeOf(cursor: unknown, given: string): boolean {
  if (typeof cursor !== "string") return String(cursor) === given.trim() || Number(given) === cursor;
  if (cursor === given.trim() || cursor.trim() === given) return true;
  return [
    decoded(given, decodeURIComponent),
    decoded(given, atob),
    encodeURIComponent(given),
    decoded(given, btoa),
  ].includes(cursor);
}

function decoded(text: string, decode: (text: string) => string): string | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

function excerpt(cursor: unknown): string {
  const text = JSON.stringify(cursor) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
