import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { inPlaceOfAnswer } from "./in-place-of-answer.ts";
import { choice } from "./parameter.ts";

const HEADERS = {
  json: [["Content-Type", "application/json"]],
  "event-stream": [["Content-Type", "text/event-stream"]],
  none: [],
} as const;

export const emptyAnswer = defineFault({
  name: "empty_answer",
  title: "Success without a body",
  summary: "Answers with 200, or 204, and an empty body.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  at: ["$stream", "$resume", "$notification", "$refused"],
  params: v.strictObject({
    status: v.optional(v.pipe(v.picklist([200, 204]), v.description("The status.")), 200),
    type: v.optional(choice(["json", "event-stream", "none"], "What the header Content-Type promises."), "json"),
  }),
  examples: [
    { status: 200, type: "json" },
    { status: 204, type: "none" },
  ],
  breaks: [{ check: "SSE-06" }, { check: "SSE-12" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["L1", "E6"],
  tolerates: ["invalid_message", "transport_loss", "timeout"],
  robust: "Fails the call at once with an error that says that the body is empty, never with an empty success.",
  apply:
    ({ status, type }) =>
    (frames) =>
      inPlaceOfAnswer(frames, { status, headers: HEADERS[type] }),
});
