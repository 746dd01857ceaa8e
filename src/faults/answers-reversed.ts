import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { createMeetings } from "./meeting.ts";
import { wholeNumber } from "./parameter.ts";

export const answersReversed = defineFault({
  name: "answers_reversed",
  title: "Answers in reverse order",
  summary: "Holds answers until several have gathered, and sends them in reverse order: the last one first.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  gathers: ({ count }) => count,
  params: v.strictObject({
    count: v.optional(
      wholeNumber(2, 16, "How many answers are turned round together; the rule has to act on as many exchanges."),
      2,
    ),
    maxWaitMs: v.optional(
      wholeNumber(1, 60_000, "How long an answer waits for the others, in milliseconds; then it goes out as it is."),
      5_000,
    ),
  }),
  examples: [{ count: 2, maxWaitMs: 5_000 }],
  breaks: [],
  exercises: [{ check: "RPC-04" }, { check: "PRG-02" }],
  seenIn: ["P1", "F15"],
  tolerates: ["success"],
  robust: "Gives each call its own result, by its id, whatever the order.",
  apply: ({ count, maxWaitMs }) => {
    const meet = createMeetings<undefined>(count, maxWaitMs);
    return async function* (frames, wire) {
      for await (const frame of frames) {
        const seat = isAnswer(frame) ? await meet(wire, undefined) : undefined;
        try {
          if (seat !== undefined) await seat.untilDone(seat.index + 1, wire.over);
          if (wire.over.aborted) return;
          yield frame;
        } finally {
          seat?.done();
        }
      }
    };
  },
});
