import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { wholeNumber } from "./parameter.ts";

export const slowReader = defineFault({
  name: "slow_reader",
  title: "Peer that reads slowly",
  summary:
    "After the message, reads what the other side sends piece by piece (64 KiB at most) with a pause after each, so that the pipe between them fills.",
  group: "timing",
  stage: "message",
  direction: "both",
  shapes: ["stdio"],
  at: ["$notification"],
  params: v.strictObject({
    forMs: v.optional(wholeNumber(1, 60_000, "How long it reads slowly, in milliseconds."), 5_000),
    everyMs: v.optional(wholeNumber(1, 400, "The pause after each piece, in milliseconds."), 200),
  }),
  examples: [{ forMs: 1_000, everyMs: 400 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "STD-01" }],
  seenIn: ["F14"],
  tolerates: ["success", "timeout"],
  robust:
    "Goes on reading and keeps its other work going while what it writes has to wait; writes each message whole, and loses none.",
  apply: ({ forMs, everyMs }) =>
    async function* (frames, wire) {
      for await (const frame of frames) yield frame;
      const end = wire.clock.now() + forMs;
      while (wire.clock.now() < end && !wire.over.aborted) {
        yield { kind: "input" };
        await wire.clock.sleep(Math.min(everyMs, end - wire.clock.now()), wire.over);
      }
    },
});
