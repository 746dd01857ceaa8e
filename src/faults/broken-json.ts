import * as v from "valibot";
import { isAnswer } from "../wire/answer.ts";
import { BROKEN_FORMS, BROKEN_FORMS_SAID, brokenText } from "./broken-text.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

export const brokenJson = defineFault({
  name: "broken_json",
  title: "Answer that is no JSON",
  summary:
    "Sends a text that is no JSON, or JSON that is no message, where the answer should be; the frame around it is whole.",
  group: "bytes",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    form: choice(BROKEN_FORMS, BROKEN_FORMS_SAID),
  }),
  examples: [{ form: "truncated" }, { form: "text" }, { form: "scalar" }, { form: "invalid-utf-8" }],
  breaks: [{ check: "RPC-01" }, { check: "STD-02" }, { check: "STD-05" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["F7", "G8"],
  tolerates: ["invalid_message", "timeout"],
  robust:
    "Does not believe it: it fails the call with an error that shows what came, or reports it and waits up to the call's own time limit. It uses the connection on.",
  apply: ({ form }) =>
    async function* (frames, wire) {
      for await (const frame of frames)
        yield isAnswer(frame) ? { kind: "bytes", bytes: brokenText(wire.framing, frame.message, form) } : frame;
    },
});
