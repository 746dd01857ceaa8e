import * as v from "valibot";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";

/** Where the payload of a result without content stands. */
const PADDING_KEY = "mcp-failure-lab/padding";

export const oversizedResponse = defineFault({
  name: "oversized_response",
  title: "Oversized response",
  summary: "The result carries a text of exactly the size asked for.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    sizeBytes: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(262_144),
      v.description("Length of the text in bytes; it consists of the letter x alone."),
    ),
  }),
  examples: [{ sizeBytes: 1024 }, { sizeBytes: 0 }],
  breaks: [],
  seenIn: ["F9", "F10", "I11"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Returns the whole text, or refuses it at a limit of its own with an error that names the limit, and uses the connection on. It does not cut the text without saying so.",
  apply: ({ sizeBytes }) =>
    async function* (frames) {
      // Made for each exchange: a fault is kept ready for the next call with the same arguments, its text must not be.
      const text = "x".repeat(sizeBytes);
      for await (const frame of frames) {
        const result = isAnswer(frame) ? frame.message.result : undefined;
        if (isAnswer(frame) && isObject(result))
          yield { ...frame, message: { ...frame.message, result: fill(result, text) } };
        else yield frame;
      }
    },
  tool: {
    description: "Answers with a text of exactly sizeBytes bytes.",
    answer: ({ sizeBytes }) => ({ content: [{ type: "text", text: "x".repeat(sizeBytes) }] }),
  },
});

/** A tool's result gets the text as its content, any other result as metadata, where it breaks no schema. */
function fill(result: JsonObject, text: string): JsonObject {
  if (Array.isArray(result.content)) return { ...result, content: [{ type: "text", text }] };
  return { ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), [PADDING_KEY]: text } };
}
