import { describe, expect, test } from "vitest";
import { lateAnswer } from "./late-answer.ts";
import { runFault } from "./testing/run-fault.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";

const DEFAULTS = { afterMs: 500, as: "result", waitMs: 5_000 } as const;

describe.each(["stdio", "http-json", "http-sse"] as const)("in the legacy era, %s", (shape) => {
  test("the answer comes so long after the cancel", async () => {
    const run = await runFault(lateAnswer, DEFAULTS, { shape, cancelAtMs: 700 });
    expect(run.received).toMatchObject([{ atMs: 700, withheld: true }]);
    expect(run.messages).toMatchObject([{ id: 1, result: { content: [{}] } }]);
    expect(run.endedAtMs).toBe(1_200);
    expect(run.frames.find(({ frame }) => frame.kind === "bytes")).toMatchObject({ atMs: 1_200, fault: "late_answer" });
  });
});

test("or an error does", async () => {
  const run = await runFault(lateAnswer, { ...DEFAULTS, as: "error" }, { cancelAtMs: 700 });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "Request cancelled" } }]);
});

test("without a cancel the answer goes out as it is", async () => {
  const run = await runFault(lateAnswer, { ...DEFAULTS, as: "error" });
  expect(run.frames).toMatchObject([{ atMs: 5_000 }]);
  expect(run.messages).toMatchObject([{ id: 1, result: {} }]);
  expect(run.pendingTimers).toBe(0);
});

test("a cancel that comes before the answer exists counts", async () => {
  const run = await runFault(withSlowAnswer(lateAnswer, 1_000), DEFAULTS, { cancelAtMs: 200 });
  expect(run.frames).toMatchObject([{ atMs: 1_500 }]);
});

test("a cancel of another request does not", async () => {
  const other = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "1" } };
  const run = await runFault(lateAnswer, DEFAULTS, { peer: [{ atMs: 100, message: other }] });
  expect(run.received).toMatchObject([{ withheld: false }]);
  expect(run.frames).toMatchObject([{ atMs: 5_000 }]);
});

test("in the modern era over HTTP the closed request ends it", async () => {
  const run = await runFault(lateAnswer, DEFAULTS, { shape: "http-json", era: "modern", cancelAtMs: 700 });
  expect(run).toMatchObject({ messages: [], endedBy: "cancel", endedAtMs: 700, pendingTimers: 0 });
});
