import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { BytesFrame } from "../wire/frame.ts";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const NOISE = {
  text: "Server started on purpose",
  banner: "  ___\n | lab | \u{1F9EA} ready\n  ---",
  colours: "\u001B[32minfo\u001B[0m listening",
  number: "42",
  string: '"ready"',
  array: "[]",
  object: '{"level":"info","msg":"ready"}',
  warning: "(node:1) ExperimentalWarning: something may change at any time",
} as const;

export const stdoutNoise = defineFault({
  name: "stdout_noise",
  title: "Noise on stdout",
  summary:
    "Writes something that is no message to stdout: before the message, after it, or into the middle of its line.",
  group: "bytes",
  stage: "bytes",
  shapes: ["stdio"],
  at: ["$start", "$open", "$stream", "$notification"],
  params: v.strictObject({
    noise: v.optional(
      choice(
        ["text", "banner", "colours", "number", "string", "array", "object", "warning"],
        "What is written: lines of text as programs print them, or JSON that is no message.",
      ),
      "text",
    ),
    place: v.optional(choice(["before", "inside", "after"], "Where it stands by the first message."), "before"),
  }),
  examples: [
    { noise: "text", place: "before" },
    { noise: "banner", place: "after" },
    { noise: "object", place: "before" },
    { noise: "text", place: "inside" },
  ],
  breaks: [{ check: "STD-02" }, { check: "STD-01" }],
  seenIn: ["F7"],
  tolerates: ["success", "invalid_message", "timeout"],
  robust:
    "Skips what is no message, shows it where it reports errors, and takes the message beside it. A message with noise inside is lost; the next call works.",
  apply: ({ noise, place }) =>
    async function* (frames) {
      const line: BytesFrame = { kind: "bytes", bytes: `${NOISE[noise]}\n` };
      let isWritten = false;
      for await (const frame of frames) {
        if (isWritten || frame.kind !== "bytes") {
          yield frame;
          continue;
        }
        isWritten = true;
        if (place === "inside") {
          const bytes = bytesOf(frame);
          const middle = bytes.length >> 1;
          yield { ...frame, bytes: Buffer.concat([bytes.subarray(0, middle), bytesOf(line), bytes.subarray(middle)]) };
          continue;
        }
        if (place === "before") yield line;
        yield frame;
        if (place === "after") yield line;
      }
      // Where nothing was to be said (a start, an opening) the noise is all there is.
      if (!isWritten) yield line;
    },
});
