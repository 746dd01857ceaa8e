import * as v from "valibot";
import { pieces } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const drip = defineFault({
  name: "drip",
  title: "Bytes in drips",
  summary: "Sends everything in small pieces with pauses between them.",
  group: "timing",
  stage: "bytes",
  shapes: ["stdio", "http-json", "http-sse"],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    chunkBytes: v.optional(wholeNumber(1, 65_536, "Length of one piece in bytes."), 16),
    intervalMs: v.optional(
      wholeNumber(
        0,
        10_000,
        "Pause between two pieces, in milliseconds; without one a reader may get them in one piece.",
      ),
      10,
    ),
  }),
  examples: [{ chunkBytes: 16, intervalMs: 10 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "STD-01" }, { check: "STD-05" }],
  seenIn: ["F4", "M3"],
  tolerates: ["success", "timeout"],
  robust: "Puts the pieces together, whatever they cut through, and returns the answer unchanged.",
  apply: ({ chunkBytes, intervalMs }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (frame.kind !== "bytes") {
          yield frame;
          continue;
        }
        // What has begun is ended even after a cancel: on a shared stream half a line would spoil the next message.
        for (const [index, piece] of pieces(frame, chunkBytes).entries()) {
          if (index > 0 && intervalMs > 0) await wire.clock.sleep(intervalMs, wire.over);
          yield piece;
        }
      }
    },
});
