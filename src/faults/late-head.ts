import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const lateHead = defineFault({
  name: "late_head",
  title: "Head that comes late",
  summary: "Takes the request and sends nothing, not even the status, for a while.",
  group: "timing",
  stage: "bytes",
  shapes: ["http-json", "http-sse"],
  at: ["$stream", "$resume", "$notification", "$delete", "$refused"],
  params: v.strictObject({
    delayMs: wholeNumber(0, 60_000, "How long the head is held back, in milliseconds."),
  }),
  examples: [{ delayMs: 5_000 }],
  breaks: [],
  exercises: [{ check: "SSE-15" }, { check: "TMO-01" }],
  seenIn: ["M9", "L14", "J15"],
  tolerates: ["success", "timeout"],
  robust:
    "Makes its other requests meanwhile: a GET stream that has not begun holds nothing up. It waits up to its own time limit.",
  apply: ({ delayMs }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (frame.kind === "head" && !(await wire.clock.sleep(delayMs, wire.over))) return;
        yield frame;
      }
    },
});
