import * as v from "valibot";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { entriesOf } from "./listed-entries.ts";
import { choice } from "./parameter.ts";

export const duplicateNames = defineFault({
  name: "duplicate_names",
  title: "Name that stands twice",
  summary: "Lists the first entry twice: once as it is, and once more, alike or with another description.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["*/list"],
  params: v.strictObject({
    second: v.optional(
      choice(["same", "other"], "Whether the second is like the first, or described differently."),
      "other",
    ),
  }),
  examples: [{ second: "other" }, { second: "same" }],
  shownWith: { method: "tools/list" },
  breaks: [],
  seenIn: ["N1", "N7"],
  tolerates: ["success"],
  robust: "Offers the name once, says so where it reports errors, and keeps everything else.",
  apply: ({ second }) =>
    changeResult((result) => {
      const list = entriesOf(result);
      const [first] = list?.entries ?? [];
      if (list === undefined || first === undefined) return undefined;
      const again = second === "same" ? first : { ...first, description: "Another one of the same name." };
      return { ...result, [list.member]: [...list.entries, again] };
    }),
});
