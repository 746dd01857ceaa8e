import * as v from "valibot";
import { ERROR_CODES } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";

const VARIANTS = ["missing-jsonrpc", "invalid-jsonrpc-version", "result-with-error"] as const;

export const malformedMessage = defineFault({
  name: "malformed_message",
  title: "Malformed answer",
  summary: "The answer is valid JSON that breaks one rule of JSON-RPC.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    variant: v.pipe(
      v.picklist(VARIANTS),
      v.description(
        'The rule that is broken: the member "jsonrpc" is missing, it says "1.0", or the answer has both a result and an error.',
      ),
    ),
  }),
  examples: [{ variant: "missing-jsonrpc" }, { variant: "invalid-jsonrpc-version" }, { variant: "result-with-error" }],
  breaks: [{ check: "RPC-01" }],
  seenIn: ["G8"],
  tolerates: ["invalid_message", "timeout"],
  robust:
    "Does not believe the answer: it fails the call with an error that names the broken message, or ignores it until the call's own time limit, and uses the connection on.",
  apply: ({ variant }) =>
    async function* (frames) {
      for await (const frame of frames)
        yield isAnswer(frame) ? { ...frame, message: malform(frame.message, variant) } : frame;
    },
  tool: {
    description: "Answers with a message that is valid JSON and breaks one rule of JSON-RPC.",
    answer: ({ variant }) => statusResult({ status: "malformed", variant }),
  },
});

/** Breaks exactly one rule, and leaves the rest of the answer as it was (SPEC 14.4). */
function malform(message: JsonObject, variant: (typeof VARIANTS)[number]): JsonObject {
  switch (variant) {
    case "missing-jsonrpc": {
      const { jsonrpc: _, ...rest } = message;
      return rest;
    }
    case "invalid-jsonrpc-version":
      return { ...message, jsonrpc: "1.0" };
    case "result-with-error": {
      const { result = {}, error = { code: ERROR_CODES.internalError, message: "Both a result and an error" } } =
        message;
      return { ...message, result, error };
    }
    default:
      return variant satisfies never;
  }
}
