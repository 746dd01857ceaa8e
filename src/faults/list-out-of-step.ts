import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { changeTool, entriesOf, nameOf } from "./listed-entries.ts";
import { choice, text } from "./parameter.ts";
import { scoped } from "./scoped.ts";

const CHANGES: Readonly<
  Record<"removed" | "renamed" | "described-anew" | "other-schema", (tool: JsonObject) => readonly JsonObject[]>
> = {
  removed: () => [],
  renamed: (tool) => [{ ...tool, name: `${nameOf(tool)}_renamed` }],
  "described-anew": (tool) => [{ ...tool, description: "Something else, since the last list." }],
  "other-schema": (tool) => [
    { ...tool, inputSchema: { type: "object", properties: { added: { type: "string" } }, required: ["added"] } },
  ],
};

export const listOutOfStep = defineFault({
  name: "list_out_of_step",
  title: "List that is out of step with the server",
  summary:
    "The list shows one tool differently from what can be called, always or in every other list, and nothing tells of it.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/list"],
  params: v.strictObject({
    change: choice(
      ["removed", "renamed", "described-anew", "other-schema"],
      "How the tool is shown: not at all, under another name, with another description, or with another input schema.",
    ),
    tool: v.optional(text(256, "The tool; the last of the list unless set.")),
    when: v.optional(
      choice(["always", "in-turn"], "In every list on which the rule acts, or in the first, the third, and so on."),
      "always",
    ),
  }),
  examples: [
    { change: "removed", when: "always" },
    { change: "renamed", when: "in-turn" },
    { change: "other-schema", when: "always" },
  ],
  shownWith: { method: "tools/list" },
  breaks: [{ check: "SUB-01" }, { check: "SUB-13" }],
  exercises: [{ check: "SUB-15" }, { check: "CAC-10" }],
  seenIn: ["D1", "D2", "D5"],
  tolerates: ["success", "protocol_error"],
  robust:
    "Uses what the newest list says, and reports the error of a call that the server refuses. Two lists that alternate do not make it read without end.",
  apply: ({ change, tool: name, when }) => {
    const countOf = scoped(() => ({ lists: 0 }));
    return async function* (frames, wire) {
      for await (const frame of frames) {
        const list = isAnswer(frame) ? entriesOf(frame.message.result) : undefined;
        if (!isAnswer(frame) || list === undefined) {
          yield frame;
          continue;
        }
        const isChanged = countOf(wire).lists++ % 2 === 0 || when === "always";
        const tools = isChanged ? changeTool(list.entries, name, CHANGES[change]) : list.entries;
        const result = { ...(frame.message.result as JsonObject), tools };
        yield isChanged ? { ...frame, message: { ...frame.message, result } } : frame;
      }
    };
  },
});
