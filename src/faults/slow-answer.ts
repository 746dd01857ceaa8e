import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const slowAnswer = defineFault({
  name: "slow_answer",
  title: "Answer after minutes",
  summary: "Holds the answer back for up to ten minutes; it is correct then.",
  group: "timing",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    delayMs: wholeNumber(0, 600_000, "How long the answer is held back, in milliseconds."),
  }),
  examples: [{ delayMs: 59_000 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "TMO-02" }, { check: "TMO-04" }, { check: "TMO-07" }],
  seenIn: ["A1", "A7", "B2"],
  tolerates: ["success", "timeout"],
  robust:
    "Waits exactly as long as it was configured to: an answer that comes before is a success. Then it cancels the request, reports which limit expired, and uses the connection on.",
  apply: ({ delayMs }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (isAnswer(frame) && !(await wire.clock.sleep(delayMs, wire.over))) return;
        yield frame;
      }
    },
});
