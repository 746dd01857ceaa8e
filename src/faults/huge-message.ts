import { Buffer } from "node:buffer";
import * as v from "valibot";
import { KIB } from "../base/limits.ts";
import { isObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import type { BytesFrame } from "../wire/frame.ts";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";
import { withText } from "./with-text.ts";

const CHUNK = Buffer.alloc(64 * KIB, "x");
const PLACE = "mcp-failure-lab/huge";

export const hugeMessage = defineFault({
  name: "huge_message",
  title: "Huge message",
  summary: "The result carries a text of the size asked for, up to 64 MiB, with marks at its start, middle and end.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    sizeBytes: wholeNumber(0, 67_108_864, "Length of the text between its marks, in bytes."),
  }),
  examples: [{ sizeBytes: 100 }],
  breaks: [],
  exercises: [{ check: "TOL-05" }],
  seenIn: ["F9", "F10", "F14", "I11"],
  tolerates: ["success", "invalid_message", "transport_loss"],
  robust:
    "Returns the whole text with all three marks, or refuses it at a limit of its own with an error that names the limit. What is cut is said to be cut, memory stays bounded, and the next call works.",
  apply: ({ sizeBytes }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        const result = isAnswer(frame) ? frame.message.result : undefined;
        if (!isAnswer(frame) || !isObject(result)) {
          yield frame;
          continue;
        }
        const message = { ...frame.message, result: withText(result, PLACE) };
        const [before = "", after = ""] = Buffer.from(wire.framing.encode(message)).toString().split(PLACE);
        // Made while it is sent: nothing of that size is ever held.
        yield { kind: "bytes", bytes: `${before}[start]`, more: true };
        const half = sizeBytes >> 1;
        yield* filling(half, wire.over);
        yield { kind: "bytes", bytes: "[middle]", more: true };
        yield* filling(sizeBytes - half, wire.over);
        yield { kind: "bytes", bytes: `[end]${after}` };
      }
    },
});

/** After a cancel the message is ended at once. */
function* filling(bytes: number, over: AbortSignal): Generator<BytesFrame> {
  for (let left = bytes; left > 0 && !over.aborted; left -= CHUNK.length)
    yield { kind: "bytes", bytes: left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK, more: true };
}
