import * as v from "valibot";
import { until } from "../base/abort.ts";
import { progressTokenOf } from "../protocol/exchange.ts";
import { isAnswer } from "../wire/answer.ts";
import type { Frame } from "../wire/frame.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { progressFrame } from "./progress-frame.ts";

export const streamWithoutAnswer = defineFault({
  name: "stream_without_answer",
  title: "Event stream without an answer",
  summary:
    "Opens an event stream for the answer, and ends it, cuts it or leaves it open without having sent the answer.",
  group: "http",
  stage: "message",
  shapes: ["http-sse"],
  params: v.strictObject({
    after: v.optional(
      choice(
        ["nothing", "comment", "progress", "event-id", "endpoint"],
        "What comes before: nothing, a comment, one progress notification (where the request has a token), an empty event with an id, from which a client might resume (in vain, unless the server is started with --resumable, whose own ids then stand), or the event with which servers of 2024-11-05 name the address to post to.",
      ),
      "nothing",
    ),
    how: v.optional(
      choice(
        ["end", "cut", "reset", "open"],
        "end: cleanly. cut: in the middle. reset: by a TCP reset. open: not at all.",
      ),
      "end",
    ),
  }),
  examples: [
    { after: "nothing", how: "end" },
    { after: "progress", how: "cut" },
    { after: "comment", how: "open" },
    { after: "event-id", how: "end" },
  ],
  breaks: [{ check: "SSE-12" }],
  exercises: [{ check: "SSE-10" }, { check: "SSE-22" }, { check: "SSE-29" }, { check: "TMO-01" }],
  seenIn: ["M1", "H1", "H4", "M6"],
  tolerates: ["transport_loss", "timeout"],
  robust:
    "Fails the call as soon as the stream has ended, or at its own time limit where it stays open. Up to 2025-11-25 it sends no second call of its own accord; with an event id it may resume.",
  apply: ({ after, how }) =>
    async function* (frames, wire) {
      const token = progressTokenOf(wire.exchange.request);
      let hasId = false;
      for await (const frame of frames) {
        if (frame.kind === "prime" || (frame.kind === "message" && frame.sse?.id !== undefined)) hasId = true;
        if (!isAnswer(frame)) {
          yield frame;
          continue;
        }
        const before: Readonly<Record<typeof after, Frame | undefined>> = {
          nothing: undefined,
          comment: { kind: "comment", text: "still here" },
          progress: token === undefined ? undefined : progressFrame(token, 1),
          // A stream that can be resumed has ids of its own, behind which the answer is kept.
          "event-id": hasId ? undefined : { kind: "prime", id: "lost_1" },
          endpoint: { kind: "bytes", bytes: "event: endpoint\ndata: /message?sessionId=lost_1\n\n" },
        };
        if (before[after] !== undefined) yield before[after];
        if (how === "open") await until(wire.over);
        else yield { kind: "close", how };
        return;
      }
    },
});
