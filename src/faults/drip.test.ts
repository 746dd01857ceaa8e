import { expect, test } from "vitest";
import { drip } from "./drip.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test("every piece has its length and its time, and together they are the message", async () => {
  const run = await runFault(drip, { chunkBytes: 30, intervalMs: 7 });
  expect(writes(run).map((each) => each.length)).toEqual([30, 30, 21]);
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([0, 7, 14]);
  expect(JSON.parse(sentText(run))).toMatchObject({ id: 1, result: {} });
});

test("all pieces but the last leave the stream to their message", async () => {
  const run = await runFault(drip, { chunkBytes: 40, intervalMs: 0 });
  expect(run.frames.map(({ frame }) => frame.kind === "bytes" && frame.more)).toEqual([true, true, undefined]);
});

test("what has begun is ended at once after a cancel", async () => {
  const run = await runFault(drip, { chunkBytes: 1, intervalMs: 1_000 }, { cancelAtMs: 2_500 });
  expect(sentText(run)).toMatch(/^\{.*\}\n$/);
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 2_500, pendingTimers: 0 });
});
