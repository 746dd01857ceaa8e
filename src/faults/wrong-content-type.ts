import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const TYPES = {
  "text/plain": "text/plain; charset=utf-8",
  "text/html": "text/html",
  "application/octet-stream": "application/octet-stream",
} as const;
const JSON_TYPE = "application/json";
const EVENT_STREAM = "text/event-stream";

export const wrongContentType = defineFault({
  name: "wrong_content_type",
  title: "Wrong or missing content type",
  summary: "Sends the right body under a content type that does not fit it, or under none.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    type: choice(
      ["missing", "other", "text/plain", "text/html", "application/octet-stream", "uppercase"],
      "What the header says. other: JSON is called an event stream, and an event stream JSON. uppercase: the right type in capital letters with a parameter, which is good.",
    ),
  }),
  examples: [{ type: "missing" }, { type: "other" }, { type: "text/html" }, { type: "uppercase" }],
  breaks: [{ check: "SSE-06" }, { check: "SSE-15" }],
  exercises: [{ check: "SSE-07" }],
  seenIn: ["L1", "M8"],
  tolerates: ["success", "invalid_message", "transport_loss"],
  robust:
    "Refuses the answer with an error that names the content type, or reads it all the same; it does not wait for another answer. Capital letters and parameters change nothing.",
  apply: ({ type }) => {
    const rewritten = (value: string): string | undefined => {
      switch (type) {
        case "missing":
          return undefined;
        case "other":
          return value.startsWith(JSON_TYPE) ? EVENT_STREAM : JSON_TYPE;
        case "uppercase":
          return `${value.toUpperCase()}; CHARSET=UTF-8`;
        default:
          return TYPES[type];
      }
    };
    return async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "head") {
          yield frame;
          continue;
        }
        const headers = frame.headers.flatMap(([name, value]) => {
          const written = name.toLowerCase() === "content-type" ? rewritten(value) : value;
          return written === undefined ? [] : [[name, written] as const];
        });
        yield { ...frame, headers };
      }
    };
  },
});
