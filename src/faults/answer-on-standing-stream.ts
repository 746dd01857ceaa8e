import * as v from "valibot";
import { until } from "../base/abort.ts";
import { isAnswer } from "../wire/answer.ts";
import type { HeadFrame } from "../wire/frame.ts";
import { defineFault } from "./define-fault.ts";
import { httpAnswer } from "./in-place-of-answer.ts";
import { choice } from "./parameter.ts";

const NAME = "answer_on_standing_stream";

export const answerOnStandingStream = defineFault({
  name: NAME,
  title: "Answer on the GET stream",
  summary:
    "Sends the answer on the session's standing GET stream, as servers of the older HTTP+SSE transport do, and none on the POST's own response.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  eras: ["legacy"],
  needs: ["session"],
  params: v.strictObject({
    post: v.optional(
      choice(
        ["accepted", "empty-stream", "open"],
        "What the POST gets: 202 without a body, an event stream that ends at once, or one on which nothing comes.",
      ),
      "accepted",
    ),
  }),
  examples: [{ post: "accepted" }, { post: "empty-stream" }, { post: "open" }],
  breaks: [{ check: "SSE-17" }, { check: "SSE-12" }, { check: "SSE-13" }],
  exercises: [{ check: "TMO-01" }],
  tolerates: ["success", "invalid_message", "transport_loss", "timeout"],
  robust:
    "Either takes the answer by its id wherever it comes, or fails the call as soon as the POST has ended without one; it does not wait for ever. Where no GET stream is open the answer waits for one.",
  apply: ({ post }) =>
    async function* (frames, wire) {
      // The head follows when it is known what the POST gets; what comes before the answer needs it at once.
      let head: HeadFrame | undefined;
      let isOpen = false;
      for await (const frame of frames) {
        if (frame.kind === "head") {
          head = frame;
          continue;
        }
        if (!isAnswer(frame)) {
          if (!isOpen && head !== undefined) yield head;
          isOpen = true;
          yield frame;
          continue;
        }
        yield { kind: "standing", message: frame.message, fault: NAME };
        if (post === "accepted" && !isOpen) {
          yield* httpAnswer({ status: 202 });
          return;
        }
        if (!isOpen) yield { kind: "head", shape: "http-sse", status: 200, headers: EVENT_STREAM };
        if (post === "open") await until(wire.over);
        else yield { kind: "close", how: "end" };
        return;
      }
    },
});

const EVENT_STREAM = [["Content-Type", "text/event-stream"]] as const;
