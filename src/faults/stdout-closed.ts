import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

export const stdoutClosed = defineFault({
  name: "stdout_closed",
  title: "Stdout closed",
  summary: "Closes stdout in place of an answer, or right after one; the process lives on until its stdin ends.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio"],
  at: ["$open", "$notification"],
  params: v.strictObject({
    place: v.optional(choice(["instead", "after"], "In place of the answer, or right after it."), "instead"),
  }),
  examples: [{ place: "instead" }, { place: "after" }],
  breaks: [],
  exercises: [{ check: "STD-08" }, { check: "STD-09" }, { check: "STD-06" }],
  seenIn: ["A6", "F3"],
  tolerates: ["success", "transport_loss"],
  robust:
    "Takes the end of stdout for the end of the server: it fails the open requests at once, closes stdin, and ends the process if it does not go.",
  apply: ({ place }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (isAnswer(frame) && place === "instead") break;
        yield frame;
        if (isAnswer(frame)) break;
      }
      if (!wire.over.aborted) yield { kind: "close", how: "cut" };
    },
});
