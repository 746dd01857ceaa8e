import { expect, test } from "vitest";
import { extraEvents } from "./extra-events.ts";
import { runFault } from "./testing/run-fault.ts";
import { sentText } from "./testing/sent.ts";

type Event = Parameters<typeof extraEvents.apply>[0]["event"];

test.each<[Event, string]>([
  ["comment", ": keep-alive\n\n"],
  ["ping", "event: ping\ndata: {}\n\n"],
  ["heartbeat", 'event: heartbeat\ndata: {"beat":1}\n\n'],
  ["empty-data", "data: \n\n"],
  ["no-data", "event: message\n\n"],
  ["text", "data: connected\n\n"],
  ["done", "data: [DONE]\n\n"],
  ["other-json", 'event: message\ndata: {"status":"connected"}\n\n'],
  ["error", 'event: error\ndata: {"message":"on purpose"}\n\n'],
  ["endpoint", "event: endpoint\ndata: /message?sessionId=lost_1\n\n"],
  ["id-alone", "id: lost_1\n\n"],
  ["retry-alone", "retry: 100\n\n"],
])("%s comes before the answer", async (event, bytes) => {
  const run = await runFault(extraEvents, { event, place: "before", count: 1, everyMs: 0 }, { shape: "http-sse" });
  expect(sentText(run).startsWith(`${bytes}event: message\ndata: {`)).toBe(true);
  expect(run.messages).toHaveLength(1);
});

test("or after it, so many, with pauses", async () => {
  const run = await runFault(
    extraEvents,
    { event: "comment", place: "after", count: 3, everyMs: 100 },
    { shape: "http-sse" },
  );
  expect(sentText(run).endsWith(": keep-alive\n\n".repeat(3))).toBe(true);
  expect(run.endedAtMs).toBe(300);
});

test("a cancel ends them", async () => {
  const run = await runFault(
    extraEvents,
    { event: "comment", place: "before", count: 1_000, everyMs: 1_000 },
    { shape: "http-sse", era: "modern", cancelAtMs: 2_500 },
  );
  expect([run.endedBy, run.endedAtMs, run.pendingTimers]).toEqual(["cancel", 2_500, 0]);
});
