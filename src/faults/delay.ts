import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";

export const delay = defineFault({
  name: "delay",
  title: "Delayed answer",
  summary: "Waits before it sends the answer, which is then correct.",
  group: "timing",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    delayMs: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(30_000),
      v.description("How long the answer is held back, in milliseconds."),
    ),
  }),
  examples: [{ delayMs: 500 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "TMO-04" }, { check: "TMO-07" }],
  seenIn: ["A1", "A7", "B2"],
  tolerates: ["success", "timeout"],
  robust:
    "Waits up to its own time limit and returns the answer if it comes in time; else it cancels the request, reports a time-out, and uses the connection on.",
  apply: ({ delayMs }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (isAnswer(frame) && !(await wire.clock.sleep(delayMs, wire.over))) return;
        yield frame;
      }
    },
  tool: {
    description: "Waits delayMs milliseconds, then succeeds. A cancel ends the wait.",
    answer: ({ delayMs }) => statusResult({ status: "delayed", delayMs }),
  },
});
