import { Buffer } from "node:buffer";
import * as v from "valibot";
import { progressTokenOf } from "../protocol/exchange.ts";
import { notification } from "../protocol/json-rpc.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

export const gluedMessages = defineFault({
  name: "glued_messages",
  title: "Two messages in one write",
  summary: "Sends the answer and a notification of the same call in one write, in either order.",
  group: "bytes",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  needs: ["progress-token"],
  params: v.strictObject({
    order: v.optional(
      choice(
        ["progress-first", "answer-first"],
        "progress-first: the last progress stands before the answer, which is good. answer-first: it stands after it.",
      ),
      "progress-first",
    ),
  }),
  examples: [{ order: "progress-first" }, { order: "answer-first" }],
  breaks: [{ check: "PRG-05" }],
  exercises: [{ check: "PRG-07" }, { check: "STD-01" }],
  seenIn: ["B8", "F4"],
  tolerates: ["success"],
  robust: "Takes both messages from the one chunk, in their order; progress that comes after the answer it ignores.",
  apply: ({ order }) =>
    async function* (frames, wire) {
      const progressToken = progressTokenOf(wire.exchange.request);
      for await (const frame of frames) {
        if (!isAnswer(frame) || progressToken === undefined) {
          yield frame;
          continue;
        }
        const progress = wire.framing.encode(
          notification("notifications/progress", { progressToken, progress: 1, total: 1 }),
        );
        const answer = wire.framing.encode(frame.message);
        const both = order === "progress-first" ? [progress, answer] : [answer, progress];
        yield { kind: "bytes", bytes: Buffer.concat(both), of: frame.message };
      }
    },
});
