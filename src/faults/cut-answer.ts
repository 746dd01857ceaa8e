import * as v from "valibot";
import { bytesOf, withoutLength } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const cutAnswer = defineFault({
  name: "cut_answer",
  title: "Answer cut off",
  summary: "Sends the first bytes of the first message, and ends there.",
  group: "bytes",
  stage: "bytes",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    afterBytes: v.optional(wholeNumber(0, 1_000_000, "How many bytes are sent; at most all but one."), 20),
    how: v.optional(
      choice(
        ["cut", "reset", "end", "exit"],
        "cut: the connection is lost. reset: by a TCP reset. end: the body or stream ends as if it were whole. exit: the process ends.",
      ),
      "cut",
    ),
  }),
  examples: [
    { afterBytes: 20, how: "cut" },
    { afterBytes: 0, how: "reset" },
    { afterBytes: 20, how: "end" },
  ],
  breaks: [{ check: "RPC-01" }],
  exercises: [{ check: "SSE-29" }, { check: "STD-09" }, { check: "STD-10" }],
  seenIn: ["H1", "H4", "F3", "I11"],
  tolerates: ["transport_loss", "invalid_message"],
  robust:
    "Fails the call at once: with a loss where the connection went, with a broken message where the body ended. It does not repeat a call that may have had an effect without being told to.",
  apply: ({ afterBytes, how }) =>
    async function* (frames) {
      for await (const frame of frames) {
        // A clean end is one of a body whose length nobody has told.
        if (frame.kind === "head" && how === "end") yield withoutLength(frame);
        else if (frame.kind !== "bytes") yield frame;
        else {
          const bytes = bytesOf(frame);
          const kept = bytes.subarray(0, Math.min(afterBytes, bytes.length - 1));
          if (kept.length > 0) yield { ...frame, bytes: kept, more: true };
          yield { kind: "close", how };
          return;
        }
      }
    },
});
