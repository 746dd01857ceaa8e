import { Buffer } from "node:buffer";
import * as v from "valibot";
import { isObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";
import { withText } from "./with-text.ts";

/** Characters of two, three and four bytes, and one of several code points. */
const TEXT = "é € 😀 👩‍🔬";

export const splitCharacter = defineFault({
  name: "split_character",
  title: "Characters split between writes",
  summary:
    "Adds characters of two to four bytes to the result, and sends the message in writes that split each of them.",
  group: "bytes",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    intervalMs: v.optional(
      wholeNumber(
        0,
        1_000,
        "Pause between two writes, in milliseconds; without one a reader may get them in one piece.",
      ),
      5,
    ),
  }),
  examples: [{ intervalMs: 5 }],
  breaks: [],
  exercises: [{ check: "STD-05" }],
  seenIn: ["F4"],
  tolerates: ["success"],
  robust: "Decodes the bytes only when the message is whole, and returns the text unchanged.",
  apply: ({ intervalMs }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        const result = isAnswer(frame) ? frame.message.result : undefined;
        if (!isAnswer(frame) || !isObject(result)) {
          yield frame;
          continue;
        }
        const message = { ...frame.message, result: withText(result, TEXT) };
        const bytes = Buffer.from(wire.framing.encode(message));
        let start = 0;
        for (const end of insideCharacters(bytes)) {
          yield { kind: "bytes", bytes: bytes.subarray(start, end), of: message, more: true };
          start = end;
          if (intervalMs > 0) await wire.clock.sleep(intervalMs, wire.over);
        }
        yield { kind: "bytes", bytes: bytes.subarray(start), of: message };
      }
    },
});

/** Every place that has a byte of the same character on both sides. */
function insideCharacters(bytes: Buffer): number[] {
  return [...bytes.keys()].filter((index) => index > 0 && ((bytes[index] ?? 0) & 0xc0) === 0x80);
}
