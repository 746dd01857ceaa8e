import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";

export const duplicateResponse = defineFault({
  name: "duplicate_response",
  title: "Duplicate response",
  summary: "Sends the answer twice, with the same id.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  params: v.strictObject({}),
  examples: [{}],
  breaks: [{ check: "RPC-05" }],
  tolerates: ["success"],
  robust:
    "Takes the first answer, drops the second without giving it to any other call, and may say so where it reports errors.",
  apply: () =>
    async function* (frames) {
      for await (const frame of frames) {
        yield frame;
        if (isAnswer(frame)) yield frame;
      }
    },
  tool: {
    description: "Sends its answer exactly twice, with the same id.",
    answer: () => statusResult({ status: "duplicated" }),
  },
});
