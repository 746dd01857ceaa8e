import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { inPlaceOfAnswer } from "./in-place-of-answer.ts";

export const acceptedWithoutAnswer = defineFault({
  name: "accepted_without_answer",
  title: "202 for a request",
  summary: "Answers a request with 202 and no body, as if it were a notification.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  params: v.strictObject({}),
  examples: [{}],
  breaks: [{ check: "SSE-06" }, { check: "SSE-12" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["G2"],
  tolerates: ["invalid_message", "timeout"],
  robust: "Fails the call at once with an error that says that no answer will come, and uses the connection on.",
  apply: () => (frames) => inPlaceOfAnswer(frames, { status: 202 }),
});
