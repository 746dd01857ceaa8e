import * as v from "valibot";
import type { BytesFrame, CommentFrame, Frame } from "../wire/frame.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

const event = (bytes: string): BytesFrame => ({ kind: "bytes", bytes });

const EVENTS = {
  comment: { kind: "comment", text: "keep-alive" },
  ping: event("event: ping\ndata: {}\n\n"),
  heartbeat: event('event: heartbeat\ndata: {"beat":1}\n\n'),
  "empty-data": event("data: \n\n"),
  "no-data": event("event: message\n\n"),
  text: event("data: connected\n\n"),
  done: event("data: [DONE]\n\n"),
  "other-json": event('event: message\ndata: {"status":"connected"}\n\n'),
  error: event('event: error\ndata: {"message":"on purpose"}\n\n'),
  endpoint: event("event: endpoint\ndata: /message?sessionId=lost_1\n\n"),
  "id-alone": event("id: lost_1\n\n"),
  "retry-alone": event("retry: 100\n\n"),
} as const satisfies Readonly<Record<string, Frame & (BytesFrame | CommentFrame)>>;

export const extraEvents = defineFault({
  name: "extra_events",
  title: "Events that are no messages",
  summary: "Puts events on the stream that carry no message: heartbeats, greetings, empty ones, of names of their own.",
  group: "http",
  stage: "message",
  shapes: ["http-sse"],
  at: ["$stream", "$resume"],
  params: v.strictObject({
    event: choice(
      [
        "comment",
        "ping",
        "heartbeat",
        "empty-data",
        "no-data",
        "text",
        "done",
        "other-json",
        "error",
        "endpoint",
        "id-alone",
        "retry-alone",
      ],
      "What is sent: a comment, an event named ping, heartbeat, error or endpoint, one without data or with empty data, a word, [DONE] or JSON that is no message where a message should be, or only an id or a time to wait before reconnecting. All but text, done and other-json are good events that a client passes over.",
    ),
    place: v.optional(choice(["before", "after"], "Where they stand by the answer."), "before"),
    count: v.optional(wholeNumber(1, 1_000, "How many."), 1),
    everyMs: v.optional(wholeNumber(0, 60_000, "How long it waits before each one, in milliseconds."), 0),
  }),
  examples: [
    { event: "ping", place: "before", count: 1, everyMs: 0 },
    { event: "empty-data", place: "before", count: 1, everyMs: 0 },
    { event: "text", place: "before", count: 1, everyMs: 0 },
    { event: "comment", place: "before", count: 3, everyMs: 15_000 },
  ],
  breaks: [],
  exercises: [{ check: "SSE-28" }],
  seenIn: ["M3"],
  tolerates: ["success"],
  robust:
    "Passes over comments, events without data and names that it does not know. What cannot be read as a message it reports once, and still returns the answer that follows.",
  apply: ({ event: form, place, count, everyMs }) =>
    besideAnswer(place, async function* (wire) {
      for (let sent = 0; sent < count; sent++) {
        if (everyMs > 0 && !(await wire.clock.sleep(everyMs, wire.over))) return;
        yield EVENTS[form];
      }
    }),
});
