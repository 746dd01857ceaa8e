import { expect, test } from "vitest";
import { lateHead } from "./late-head.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["http-json", "http-sse"] as const)("nothing leaves before its time, %s", async (shape) => {
  const run = await runFault(lateHead, { delayMs: 5_000 }, { shape });
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([5_000, 5_000, 5_000]);
  expect(run.frames.map(({ frame }) => frame.kind)).toEqual(["head", "bytes", "close"]);
});

test("a GET stream begins late, and is open then", async () => {
  const run = await runFault(lateHead, { delayMs: 5_000 }, { shape: "http-sse", at: "$stream", stopAtMs: 6_000 });
  expect(run.frames).toMatchObject([{ atMs: 5_000, frame: { kind: "head" } }]);
  expect(run).toMatchObject({ endedBy: "stop", endedAtMs: 6_000 });
});

test("a cancel ends the wait, and nothing is sent", async () => {
  const run = await runFault(lateHead, { delayMs: 5_000 }, { shape: "http-json", era: "modern", cancelAtMs: 10 });
  expect(run).toMatchObject({ frames: [], endedBy: "cancel", endedAtMs: 10, pendingTimers: 0 });
});
