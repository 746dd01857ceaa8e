import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const TEXT = { type: "text", text: "The tool failed on purpose" };
/** One white pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

const CONTENTS: Readonly<
  Record<"text" | "several" | "empty" | "structured" | "image" | "missing" | "not-marked", JsonObject>
> = {
  text: { content: [TEXT], isError: true },
  several: { content: [TEXT, { type: "text", text: "and here is why" }], isError: true },
  empty: { content: [], isError: true },
  structured: { content: [], structuredContent: { reason: TEXT.text }, isError: true },
  image: { content: [{ type: "image", data: PIXEL, mimeType: "image/png" }], isError: true },
  missing: { isError: true },
  "not-marked": { content: [{ type: "text", text: `Error: ${TEXT.text}` }] },
};

export const toolError = defineFault({
  name: "tool_error",
  title: "Error of the tool",
  summary: "The tool's result says that it failed, with contents of your choice, after it has done its work.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/call"],
  params: v.strictObject({
    content: v.optional(
      choice(
        ["text", "several", "empty", "structured", "image", "missing", "not-marked"],
        "What the result holds beside isError: a text, two, nothing, structured content alone, an image, or no content at all. not-marked: a text that tells of an error, without isError.",
      ),
      "text",
    ),
  }),
  examples: [{ content: "text" }, { content: "empty" }, { content: "structured" }, { content: "missing" }],
  breaks: [{ check: "ERR-10" }],
  exercises: [{ check: "TOL-06" }],
  seenIn: ["I6", "I7", "E6"],
  tolerates: ["tool_error", "invalid_message", "success"],
  robust: "Calls the call failed in every form that is marked as an error, and hands on whatever text there is.",
  apply: ({ content }) =>
    changeResult((result) => ({
      ...without(result, "content", "structuredContent", "isError"),
      ...CONTENTS[content],
    })),
});
