import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

export const streamClosedAtOnce = defineFault({
  name: "stream_closed_at_once",
  title: "GET stream that closes at once",
  summary: "Answers the GET for a session's event stream with 200, and ends the stream right after its head.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  eras: ["legacy"],
  methods: [],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    how: v.optional(choice(["end", "cut", "reset"], "end: cleanly. cut: in the middle. reset: by a TCP reset."), "end"),
  }),
  examples: [{ how: "end" }, { how: "cut" }],
  shownWith: { at: "$stream" },
  breaks: [],
  exercises: [{ check: "SSE-15" }, { check: "SSE-11" }, { check: "SSE-32" }],
  seenIn: ["L1", "L7", "M8", "M10"],
  tolerates: ["success"],
  robust: "Opens the stream again after a pause that grows with every attempt, up to a limit, and uses POST meanwhile.",
  apply: ({ how }) =>
    async function* (frames) {
      for await (const frame of frames) {
        yield frame;
        if (frame.kind !== "head") continue;
        yield { kind: "close", how };
        return;
      }
    },
});
