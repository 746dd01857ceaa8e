import { Buffer } from "node:buffer";
import * as v from "valibot";
import { KIB } from "../base/limits.ts";
import { defineFault } from "./define-fault.ts";
import { flag, wholeNumber } from "./parameter.ts";

const LINE_BYTES = 100;
const CHUNK_BYTES = 64 * KIB;

export const stderrFlood = defineFault({
  name: "stderr_flood",
  title: "Flood on stderr",
  summary: "Writes a lot to stderr before the first message, and waits until it has been read.",
  group: "bytes",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  at: ["$start", "$open", "$stream", "$notification"],
  params: v.strictObject({
    bytes: v.optional(wholeNumber(1, 67_108_864, "How many bytes are written."), 262_144),
    lines: v.optional(flag("Whether they come in lines of 100 bytes, or as one line that never ends."), true),
  }),
  examples: [
    { bytes: 250, lines: true },
    { bytes: 20, lines: false },
  ],
  breaks: [],
  exercises: [{ check: "STD-04" }],
  seenIn: ["F2", "F3"],
  tolerates: ["success"],
  robust: "Reads stderr all the time and keeps the end of it: the call succeeds, and what was written is no failure.",
  apply: ({ bytes, lines }) => {
    const line = Buffer.alloc(LINE_BYTES, "on purpose ");
    line.write("\n", LINE_BYTES - 1);
    const chunk = lines ? Buffer.alloc(CHUNK_BYTES - (CHUNK_BYTES % LINE_BYTES), line) : Buffer.alloc(CHUNK_BYTES, "x");
    return async function* (frames, wire) {
      let left = bytes;
      const flood = function* () {
        for (; left > 0 && !wire.over.aborted; left -= chunk.length)
          yield { kind: "stderr" as const, bytes: left < chunk.length ? chunk.subarray(0, left) : chunk };
      };
      for await (const frame of frames) {
        yield* flood();
        yield frame;
      }
      yield* flood();
    };
  },
});
