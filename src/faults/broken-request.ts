import * as v from "valibot";
import { BROKEN_FORMS, BROKEN_FORMS_SAID, brokenText } from "./broken-text.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

export const brokenRequest = defineFault({
  name: "broken_request",
  title: "Request that is no JSON",
  summary:
    "The client sends a text that is no JSON, or JSON that is no message, in place of its request; the frame around it is whole.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  params: v.strictObject({
    form: choice(BROKEN_FORMS, BROKEN_FORMS_SAID),
  }),
  examples: [{ form: "truncated" }, { form: "text" }, { form: "null" }, { form: "invalid-utf-8" }],
  breaks: [{ check: "RPC-01" }, { check: "STD-03" }, { check: "STD-05" }],
  exercises: [{ check: "RPC-07" }],
  seenIn: ["F8", "G9"],
  tolerates: ["protocol_error", "timeout"],
  robust:
    "Answers -32700 or -32600 with the id null (over HTTP with 400), or skips an empty line, stays up, and serves the next request.",
  apply: ({ form }) =>
    async function* (frames, wire) {
      for await (const frame of frames)
        yield frame.kind === "message"
          ? { kind: "bytes", bytes: brokenText(wire.framing, frame.message, form) }
          : frame;
    },
});
