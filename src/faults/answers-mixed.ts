import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { createMeetings } from "./meeting.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const answersMixed = defineFault({
  name: "answers_mixed",
  title: "Two answers in one write, or mixed byte by byte",
  summary:
    "Holds answers until several have gathered, and sends them in one write, one after the other or cut into each other.",
  group: "bytes",
  stage: "message",
  shapes: ["stdio"],
  gathers: ({ count }) => count,
  params: v.strictObject({
    how: v.optional(
      choice(
        ["glued", "interleaved"],
        "glued: one line after the other, which is good. interleaved: pieces of the lines take turns, as writers do that do not wait for each other; then no line can be read.",
      ),
      "glued",
    ),
    count: v.optional(wholeNumber(2, 16, "How many answers gather; the rule has to act on as many exchanges."), 2),
    pieceBytes: v.optional(wholeNumber(1, 65_536, "Length of one piece of an interleaved line, in bytes."), 32),
    maxWaitMs: v.optional(
      wholeNumber(1, 60_000, "How long an answer waits for the others, in milliseconds; then it goes out as it is."),
      5_000,
    ),
  }),
  examples: [{ how: "interleaved", count: 2, pieceBytes: 32, maxWaitMs: 5_000 }],
  breaks: [{ check: "STD-01" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["F14", "F15", "F4"],
  tolerates: ["success", "invalid_message", "timeout"],
  robust:
    "Takes all lines from the one chunk and matches them by id. Lines that cannot be read it reports; their calls fail at their own time limit, and the next call works.",
  apply: ({ how, count, pieceBytes, maxWaitMs }) => {
    const meet = createMeetings<JsonObject>(count, maxWaitMs);
    return async function* (frames, wire) {
      for await (const frame of frames) {
        const seat = isAnswer(frame) ? await meet(wire, frame.message) : undefined;
        if (wire.over.aborted) return;
        if (seat === undefined) yield frame;
        // The last one speaks for all.
        else if (seat.index === count - 1) {
          const lines = seat.values.map((message) => Buffer.from(wire.framing.encode(message)));
          yield { kind: "bytes", bytes: how === "glued" ? Buffer.concat(lines) : interleave(lines, pieceBytes) };
        }
      }
    };
  },
});

function interleave(lines: readonly Buffer[], pieceBytes: number): Buffer {
  const rounds = Math.ceil(Math.max(...lines.map((line) => line.length)) / pieceBytes);
  const pieces = Array.from({ length: rounds }, (_, round) =>
    lines.map((line) => line.subarray(round * pieceBytes, (round + 1) * pieceBytes)),
  );
  return Buffer.concat(pieces.flat());
}
