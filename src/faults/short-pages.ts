import * as v from "valibot";
import { error, ERROR_CODES } from "../protocol/json-rpc.ts";
import type { Json, JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { entriesOf, WHOLE_WALK } from "./listed-entries.ts";
import { choice, wholeNumber } from "./parameter.ts";
import { scoped } from "./scoped.ts";

const CURSOR = /^lab-page-(\d{1,9})$/;

export const shortPages = defineFault({
  name: "short_pages",
  title: "List on many short pages",
  summary: "Gives a list in pages of a few entries; the second page may be empty, or fail.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["*/list"],
  gathers: () => WHOLE_WALK,
  params: v.strictObject({
    pageSize: v.optional(wholeNumber(1, 100, "Entries on one page. A rule without `times` acts on every page."), 1),
    second: v.optional(
      choice(
        ["full", "empty", "error"],
        "What the second page is: one like the others, one without entries but with a cursor, or an error.",
      ),
      "full",
    ),
    cursor: v.optional(
      choice(
        ["named", "empty"],
        "What the cursors are: a text for each page, or the empty one, which is a cursor, too.",
      ),
      "named",
    ),
  }),
  examples: [
    { pageSize: 1, second: "full", cursor: "named" },
    { pageSize: 2, second: "empty", cursor: "named" },
    { pageSize: 8, second: "full", cursor: "empty" },
  ],
  shownWith: { method: "tools/list" },
  breaks: [],
  exercises: [{ check: "PAG-01" }, { check: "PAG-05" }, { check: "PAG-03" }, { check: "PAG-09" }],
  seenIn: ["N4"],
  tolerates: ["success", "protocol_error"],
  robust: "Reads all pages, an empty one among them, and says which are missing where one fails.",
  apply: ({ pageSize, second, cursor: form }) => {
    const listsOf = scoped(() => new Map<string, Walk>());
    return async function* (frames, wire) {
      const lists = listsOf(wire);
      const { method, request } = wire.exchange;
      for await (const frame of frames) {
        if (!isAnswer(frame)) {
          yield frame;
          continue;
        }
        const cursor = request?.params?.cursor;
        const known = lists.get(method);
        const page = cursor === undefined ? 0 : form === "empty" ? nextOf(known, cursor) : pageOf(cursor);
        // The healthy side does not know these cursors: what it said to the first request is what is shared out.
        const whole = page === 0 ? (frame.message.result as JsonObject | undefined) : known?.whole;
        const list = entriesOf(whole);
        if (whole === undefined || list === undefined || Number.isNaN(page)) {
          yield frame;
          continue;
        }
        lists.set(method, { whole, page });
        const id = wire.exchange.request?.id ?? null;
        if (page === 1 && second === "error") {
          yield { kind: "message", message: error(id, ERROR_CODES.internalError, "This page failed on purpose") };
          continue;
        }
        // An empty page takes no entries away from the next one.
        const skipped = second === "empty" && page > 0 ? page - 1 : page;
        const shown =
          page === 1 && second === "empty" ? [] : list.entries.slice(skipped * pageSize, (skipped + 1) * pageSize);
        const isLast = (skipped + (shown.length === 0 ? 0 : 1)) * pageSize >= list.entries.length;
        const next = isLast ? {} : { nextCursor: form === "empty" ? "" : `lab-page-${page + 1}` };
        yield { kind: "message", message: { jsonrpc: "2.0", id, result: { ...whole, [list.member]: shown, ...next } } };
      }
    };
  },
});

/** A list on its way: what the healthy side said to the first request, and the page that was given last. */
interface Walk {
  readonly whole: JsonObject;
  readonly page: number;
}

/** All empty cursors are alike: each asks for the page after the last one. */
function nextOf(walk: Walk | undefined, cursor: Json): number {
  return walk !== undefined && cursor === "" ? walk.page + 1 : Number.NaN;
}

/** NaN for what is no cursor of this fault. */
function pageOf(cursor: Json): number {
  return typeof cursor === "string" ? Number(CURSOR.exec(cursor)?.[1] ?? Number.NaN) : Number.NaN;
}
