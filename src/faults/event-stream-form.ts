import { Buffer } from "node:buffer";
import * as v from "valibot";
import { bytesOf } from "./body-length.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

/** Other ways to write the same events. Each line of what comes in ends in LF; `data` stands on one line. */
const FORMS = {
  crlf: (events: string) => events.replaceAll("\n", "\r\n"),
  cr: (events: string) => events.replaceAll("\n", "\r"),
  "mixed-line-ends": (events: string) => {
    let line = 0;
    return events.replaceAll("\n", () => (line++ % 2 === 0 ? "\r\n" : "\r"));
  },
  comments: (events: string) => events.replace(/^(?=data)/gm, ": a comment\n:\n"),
  "multi-line-data": (events: string) => events.replace(/^data: \{/gm, "data: {\ndata: "),
  "no-space": (events: string) => events.replace(/^(event|id|retry|data): /gm, "$1:"),
  "byte-order-mark": (events: string) => `\uFEFF${events}`,
  "id-and-retry": (events: string) => events.replace(/^(?=data)/gm, "id: form_1\nretry: 1000\n"),
  "no-event-name": (events: string) => events.replace(/^event: message\n/gm, ""),
  "other-event-name": (events: string) => events.replace(/^event: message$/gm, "event: answer"),
  "unknown-field": (events: string) => events.replace(/^(?=data)/gm, "lab: on purpose\n"),
  "no-final-blank-line": (events: string) => events.replace(/\n\n$/, "\n"),
} as const;

export const eventStreamForm = defineFault({
  name: "event_stream_form",
  title: "Event stream in another form",
  summary: "Writes the same events in another form that the event-stream format allows, or in one that it does not.",
  group: "bytes",
  stage: "bytes",
  shapes: ["http-sse"],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    // Object.keys gives the very keys of the table.
    form: choice(
      Object.keys(FORMS) as unknown as readonly [keyof typeof FORMS, ...(keyof typeof FORMS)[]],
      "How the events are written. other-event-name and no-final-blank-line are events that a client does not have to take; the others are good.",
    ),
  }),
  examples: [{ form: "crlf" }, { form: "cr" }, { form: "multi-line-data" }, { form: "no-final-blank-line" }],
  breaks: [],
  exercises: [{ check: "SSE-28" }],
  seenIn: ["M3", "M6"],
  tolerates: ["success", "transport_loss", "timeout"],
  robust:
    "Reads every form that the format allows as the same events. Where the last event is not complete it fails the call as soon as the stream has ended.",
  apply: ({ form }) =>
    async function* (frames) {
      let isFirst = true;
      for await (const frame of frames) {
        if (frame.kind !== "bytes") {
          yield frame;
          continue;
        }
        const events = bytesOf(frame).toString();
        const written = form !== "byte-order-mark" || isFirst ? FORMS[form](events) : events;
        isFirst = false;
        yield { ...frame, bytes: Buffer.from(written) };
      }
    },
});
