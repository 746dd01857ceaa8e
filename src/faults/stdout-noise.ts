import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { BytesFrame } from "../wire/frame.ts";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice, text } from "./parameter.ts";

const NOISE = {
  text: "Server started on purpose",
  banner: "  ___\n | lab | \u{1F9EA} ready\n  ---",
  colours: "\u001B[32minfo\u001B[0m listening",
  number: "42",
  string: '"ready"',
  array: "[]",
  object: '{"level":"info","msg":"ready"}',
  notification: '{"jsonrpc":"2.0","method":"server.initialized"}',
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
        ["text", "banner", "colours", "number", "string", "array", "object", "notification", "warning"],
        "What is written: lines of text as programs print them, JSON that is no message, or a notification that nobody waits for.",
      ),
      "text",
    ),
    line: v.optional(
      v.pipe(
        text(4_096, "A line of your own in its place."),
        v.check((line) => !/[\r\n]/.test(line), "must be one line"),
      ),
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
  apply: ({ noise, line: own, place }) =>
    async function* (frames) {
      const line: BytesFrame = { kind: "bytes", bytes: `${own ?? NOISE[noise]}\n` };
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
