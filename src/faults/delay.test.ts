import { expect, test } from "vitest";
import { delay } from "./delay.ts";
import { runFault } from "./testing/run-fault.ts";

test("holds the answer back for exactly the time asked for", async () => {
  const run = await runFault(delay, { delayMs: 30_000 });
  expect(run.frames).toMatchObject([{ atMs: 30_000, fault: undefined }]);
  expect(run.messages[0]?.result).toEqual({
    content: [{ type: "text", text: '{"status":"delayed","delayMs":30000}' }],
  });
});

test("holds nothing else back", async () => {
  const log = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };
  const run = await runFault(delay, { delayMs: 500 }, { before: [log] });
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([0, 520]);
});

test("a cancel ends the wait without an answer", async () => {
  const run = await runFault(delay, { delayMs: 500 }, { cancelAtMs: 200 });
  expect(run).toMatchObject({ messages: [], endedBy: "cancel", endedAtMs: 200, pendingTimers: 0 });
});

test("the stop of the lab ends the wait without an answer", async () => {
  const run = await runFault(delay, { delayMs: 500 }, { stopAtMs: 200 });
  expect(run).toMatchObject({ messages: [], endedBy: "stop", endedAtMs: 200, pendingTimers: 0 });
});
