import { expect, test } from "vitest";
import { endlessProgress } from "./endless-progress.ts";
import { runFault } from "./testing/run-fault.ts";

test("rises with every interval, then the answer comes", async () => {
  const params = { intervalMs: 10_000, durationMs: 25_000, answers: true };
  const run = await runFault(endlessProgress, params, { shape: "http-sse" });
  const bytes = run.frames.filter(({ frame }) => frame.kind === "bytes");
  expect(bytes.map(({ atMs }) => atMs)).toEqual([10_000, 20_000, 25_000, 25_000]);
  expect(run.messages).toMatchObject([
    { params: { progressToken: "p1", progress: 1 } },
    { params: { progress: 2 } },
    { params: { progress: 3 } },
    { id: 1, result: {} },
  ]);
});

test("or never comes, until the cancel", async () => {
  const params = { intervalMs: 1_000, durationMs: 2_000, answers: false };
  const run = await runFault(endlessProgress, params, { shape: "http-sse", cancelAtMs: 9_000 });
  expect(run.messages).toHaveLength(2);
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 9_000, pendingTimers: 0 });
});

test("a cancel ends it in the middle", async () => {
  const params = { intervalMs: 1_000, durationMs: 600_000, answers: true };
  const run = await runFault(endlessProgress, params, { cancelAtMs: 3_500 });
  expect(run.messages).toHaveLength(3);
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 3_500, pendingTimers: 0 });
});
