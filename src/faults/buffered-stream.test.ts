import { expect, test } from "vitest";
import { bufferedStream } from "./buffered-stream.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";
import { closes, writes } from "./testing/sent.ts";
import { runFault, type FaultRunOptions } from "./testing/run-fault.ts";

const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p1", progress: 1 } };
const SLOW: FaultRunOptions = { shape: "http-sse", before: [progress] };

const slow = withSlowAnswer(bufferedStream, 1_000);

test("what came first leaves with what came last, in one write", async () => {
  const run = await runFault(slow, { holdHead: false }, SLOW);
  expect(run.frames.map(({ atMs, frame }) => [atMs, frame.kind])).toEqual([
    [0, "head"],
    [1_000, "bytes"],
    [1_000, "close"],
  ]);
  expect(writes(run)[0]?.match(/^data: /gm)).toHaveLength(2);
});

test("the head is held back where that is asked for", async () => {
  const run = await runFault(slow, { holdHead: true }, SLOW);
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([1_000, 1_000, 1_000]);
});

test("more than can be held cuts the connection", async () => {
  const before = Array.from({ length: 3 }, () => ({ ...progress, padding: "x".repeat(500_000) }));
  const run = await runFault(bufferedStream, { holdHead: false }, { shape: "http-sse", before });
  expect([writes(run), closes(run)]).toEqual([[], ["cut"]]);
});
