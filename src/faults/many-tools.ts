import * as v from "valibot";
import { addTools } from "./added-tools.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const manyTools = defineFault({
  name: "many_tools",
  title: "Very many tools",
  summary: "Lists so many tools more, numbered, on one page; each can be called.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/list", "tools/call"],
  params: v.strictObject({
    count: wholeNumber(1, 10_000, "How many more. The rule has to act on lists and calls (tools/*, times: always)."),
  }),
  examples: [{ count: 3 }],
  shownWith: { method: "tools/list" },
  breaks: [],
  seenIn: ["N8"],
  tolerates: ["success"],
  robust:
    "Offers all of them, or says how many it leaves out and chooses the same ones every time; it drops none silently.",
  apply: ({ count }) => addTools(Array.from({ length: count }, (_, n) => `lab_tool_${String(n + 1).padStart(5, "0")}`)),
});
