import * as v from "valibot";
import type { Json, JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { entriesOf, nameOf, WHOLE_WALK } from "./listed-entries.ts";
import { choice } from "./parameter.ts";
import { scoped } from "./scoped.ts";

/** The cursor on a page, by the number of the page. */
const CURSORS: Readonly<
  Record<"same" | "alternating" | "empty" | "new" | "null" | "number" | "object", (page: number) => Json>
> = {
  same: () => "lab-cursor",
  alternating: (page) => (page % 2 === 1 ? "lab-cursor-a" : "lab-cursor-b"),
  empty: () => "",
  new: (page) => `lab-cursor-${page}`,
  null: () => null,
  number: (page) => page,
  object: (page) => ({ page }),
};

export const endlessCursor = defineFault({
  name: "endless_cursor",
  title: "Cursor without an end",
  summary:
    "Every page of a list has a next cursor: the same, two in turn, an empty one, a new one each time, or one of a wrong type.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["*/list"],
  gathers: () => WHOLE_WALK,
  params: v.strictObject({
    cursor: v.optional(
      choice(
        ["same", "alternating", "empty", "new", "null", "number", "object"],
        "What the next cursor is; null is what many servers write for none. A rule without `times` acts on every page.",
      ),
      "same",
    ),
    entries: v.optional(
      choice(
        ["repeated", "new", "none"],
        "What a page holds: the entries of the first again, the same under new names, or nothing.",
      ),
      "repeated",
    ),
  }),
  examples: [
    { cursor: "same", entries: "repeated" },
    { cursor: "new", entries: "new" },
    { cursor: "empty", entries: "none" },
    { cursor: "number", entries: "repeated" },
  ],
  shownWith: { method: "tools/list" },
  breaks: [],
  exercises: [{ check: "PAG-02" }, { check: "PAG-04" }, { check: "PAG-05" }, { check: "CAC-16" }],
  seenIn: ["N1"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Stops when a cursor comes back, and at a limit of pages, says so, and works with what it has, each entry once. An empty cursor is a cursor; one of another type is an error.",
  apply: ({ cursor, entries: held }) => {
    const listsOf = scoped(() => new Map<string, { first: JsonObject; page: number }>());
    return async function* (frames, wire) {
      const lists = listsOf(wire);
      const { method, request } = wire.exchange;
      for await (const frame of frames) {
        if (!isAnswer(frame)) {
          yield frame;
          continue;
        }
        // The healthy side does not know the cursors: where it refuses one, the first page stands in for its answer.
        const fresh = entriesOf(frame.message.result) === undefined ? undefined : (frame.message.result as JsonObject);
        const isFirst = request?.params?.cursor === undefined;
        const known = isFirst && fresh !== undefined ? { first: fresh, page: 0 } : lists.get(method);
        const list = entriesOf(known?.first);
        if (known === undefined || list === undefined) {
          yield frame;
          continue;
        }
        lists.set(method, known);
        const page = ++known.page;
        const renamed = list.entries.map((entry) => ({ ...entry, name: `${nameOf(entry)}_${page}` }));
        const shown = page === 1 || held === "repeated" ? list.entries : held === "new" ? renamed : [];
        const result = { ...known.first, [list.member]: shown, nextCursor: CURSORS[cursor](page) };
        yield { kind: "message", message: { jsonrpc: "2.0", id: frame.message.id, result } };
      }
    };
  },
});
