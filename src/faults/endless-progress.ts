import * as v from "valibot";
import { until } from "../base/abort.ts";
import { progressTokenOf } from "../protocol/exchange.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { flag, wholeNumber } from "./parameter.ts";
import { progressFrame } from "./progress-frame.ts";

export const endlessProgress = defineFault({
  name: "endless_progress",
  title: "Progress that goes on and on",
  summary: "Reports progress again and again for a long time before it answers.",
  group: "timing",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  needs: ["progress-token"],
  params: v.strictObject({
    intervalMs: v.optional(wholeNumber(1, 60_000, "Pause between two notifications, in milliseconds."), 1_000),
    durationMs: wholeNumber(1, 600_000, "How long it goes on before the answer, in milliseconds."),
    answers: v.optional(flag("Whether the answer comes after it; else nothing comes any more until the cancel."), true),
  }),
  examples: [
    { intervalMs: 10_000, durationMs: 30_000, answers: true },
    { intervalMs: 10_000, durationMs: 20_000, answers: false },
  ],
  breaks: [{ check: "PRG-06" }],
  exercises: [{ check: "TMO-05" }, { check: "TMO-06" }],
  seenIn: ["A1", "A2", "A4", "A5", "F5"],
  tolerates: ["success", "timeout"],
  robust:
    "May let progress extend its time limit, but not beyond a longest time; then it cancels the request and reports a time-out.",
  apply: ({ intervalMs, durationMs, answers }) =>
    async function* (frames, wire) {
      const token = progressTokenOf(wire.exchange.request);
      for await (const frame of frames) {
        if (isAnswer(frame) && token !== undefined) {
          let progress = 0;
          for (let left = durationMs; left > 0; left -= intervalMs) {
            if (!(await wire.clock.sleep(Math.min(intervalMs, left), wire.over))) return;
            yield progressFrame(token, ++progress);
          }
          if (!answers) {
            await until(wire.over);
            return;
          }
        }
        yield frame;
      }
    },
});
