import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { createMeetings } from "./meeting.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const answersCrossed = defineFault({
  name: "answers_crossed",
  title: "Answers crossed between two calls",
  summary: "Waits until two calls have their answers, and gives each the result of the other.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  gathers: () => 2,
  params: v.strictObject({
    what: v.optional(
      choice(
        ["results", "messages"],
        "results: each answer keeps its id and has the other's result. messages: the whole answers change places, ids and all; over HTTP each then comes on the other's response.",
      ),
      "results",
    ),
    maxWaitMs: v.optional(
      wholeNumber(1, 60_000, "How long an answer waits for the other, in milliseconds; then it goes out as it is."),
      5_000,
    ),
  }),
  examples: [{ what: "results", maxWaitMs: 5_000 }],
  breaks: [{ check: "RPC-05" }, { check: "SSE-13" }],
  exercises: [{ check: "LIF-22" }],
  seenIn: ["P1"],
  tolerates: ["success", "invalid_message", "timeout"],
  robust:
    "Refuses an answer whose id is not the one that its HTTP request was made with. A result that came under the right id it cannot tell from its own: whoever asks must be able to, by something in the result.",
  apply: ({ what, maxWaitMs }) => {
    const meet = createMeetings<JsonObject>(2, maxWaitMs);
    return async function* (frames, wire) {
      for await (const frame of frames) {
        const seat = isAnswer(frame) ? await meet(wire, frame.message) : undefined;
        if (wire.over.aborted) return;
        const other = seat?.values[1 - seat.index];
        if (!isAnswer(frame) || other === undefined) yield frame;
        else if (what === "messages") yield { ...frame, message: other };
        else yield { ...frame, message: { ...other, id: frame.message.id } };
      }
    };
  },
});
