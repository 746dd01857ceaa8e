import * as v from "valibot";
import { bytesOf, pieces } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const stall = defineFault({
  name: "stall",
  title: "Answer that stalls",
  summary: "Stops in the middle of the first message, waits, and goes on.",
  group: "timing",
  stage: "bytes",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    afterBytes: v.optional(wholeNumber(1, 1_000_000, "How many bytes are sent before; at most all but one."), 20),
    stallMs: wholeNumber(1, 60_000, "How long nothing comes then, in milliseconds."),
  }),
  examples: [{ afterBytes: 20, stallMs: 5_000 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "TMO-02" }],
  seenIn: ["A3", "L3"],
  tolerates: ["success", "timeout"],
  robust:
    "Waits up to its own time limit, cancels the request then, and reads what still comes as the rest of the old answer.",
  apply: ({ afterBytes, stallMs }) =>
    async function* (frames, wire) {
      let isStalled = false;
      for await (const frame of frames) {
        if (isStalled || frame.kind !== "bytes" || bytesOf(frame).length < 2) {
          yield frame;
          continue;
        }
        isStalled = true;
        const length = bytesOf(frame).length;
        const [begin, ...rest] = pieces(frame, length, Math.min(afterBytes, length - 1));
        if (begin !== undefined) yield begin;
        // What has begun is ended even after a cancel: on a shared stream half a line would spoil the next message.
        await wire.clock.sleep(stallMs, wire.over);
        yield* rest;
      }
    },
});
