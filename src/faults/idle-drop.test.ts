import { expect, test } from "vitest";
import { idleDrop } from "./idle-drop.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";
import { closes, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

const note = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };

test.each([
  ["cut", ["cut"]],
  ["reset", ["reset"]],
  ["end", ["end"]],
] as const)("a GET stream on which nothing comes: %s", async (how, expected) => {
  const run = await runFault(idleDrop, { idleMs: 500, how }, { shape: "http-sse", at: "$stream", before: [note] });
  expect(sentText(run)).toContain("notifications/message");
  expect([closes(run), run.endedAtMs, run.pendingTimers]).toEqual([expected, 500, 0]);
});

test("silence: the stream stays open until the lab stops", async () => {
  const run = await runFault(
    idleDrop,
    { idleMs: 500, how: "silence" },
    { shape: "http-sse", at: "$stream", stopAtMs: 900 },
  );
  expect([closes(run), run.endedBy, run.endedAtMs, run.pendingTimers]).toEqual([[], "stop", 900, 0]);
});

test("after an answer the connection that is kept for the next one is dropped", async () => {
  const run = await runFault(idleDrop, { idleMs: 500, how: "cut" }, { shape: "http-json" });
  expect(run.frames.map(({ atMs, frame }) => [atMs, frame.kind])).toEqual([
    [0, "head"],
    [0, "bytes"],
    [0, "close"],
    [500, "close"],
  ]);
  expect(closes(run)).toEqual(["end", "cut"]);
});

test("an answer that has ended cleanly is not ended twice", async () => {
  const run = await runFault(idleDrop, { idleMs: 500, how: "end" }, { shape: "http-json" });
  expect(closes(run)).toEqual(["end"]);
});

test("a slow answer is dropped before it comes", async () => {
  const run = await runFault(
    withSlowAnswer(idleDrop, 2_000),
    { idleMs: 500, how: "cut" },
    { shape: "http-sse", before: [note] },
  );
  expect([closes(run), run.endedAtMs]).toEqual([["cut"], 500]);
});

test("silence behind an answer: its stream is not ended, until the client leaves", async () => {
  const run = await runFault(
    idleDrop,
    { idleMs: 500, how: "silence" },
    { shape: "http-json", era: "modern", cancelAtMs: 900 },
  );
  expect(sentText(run)).toContain('"id":1');
  expect([closes(run), run.endedBy, run.endedAtMs, run.pendingTimers]).toEqual([[], "cancel", 900, 0]);
  expect(run.exchange.shape).toBe("http-sse");
});
