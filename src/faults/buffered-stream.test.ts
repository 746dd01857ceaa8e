import { Buffer } from "node:buffer";
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

test("a block leaves as soon as it is full, the rest at the end", async () => {
  const before = Array.from({ length: 3 }, () => ({ ...progress, padding: "x".repeat(600) }));
  const run = await runFault(slow, { holdHead: false, blockBytes: 1_000 }, { shape: "http-sse", before });
  const sent = run.frames.flatMap(({ atMs, frame }) =>
    frame.kind === "bytes" ? [[atMs, Buffer.byteLength(frame.bytes as Buffer)]] : [],
  );
  expect(sent).toEqual([
    [0, 1_000],
    [0, 1_000],
    [1_000, expect.any(Number)],
  ]);
  const whole = await runFault(slow, { holdHead: false }, { shape: "http-sse", before });
  expect(writes(run).join("")).toBe(writes(whole).join(""));
});

test("or when its first byte has been held for long enough", async () => {
  const later = withSlowAnswer(bufferedStream, 1_000);
  const run = await runFault(later, { holdHead: true, everyMs: 300 }, SLOW);
  expect(run.frames.map(({ atMs, frame }) => [atMs, frame.kind])).toEqual([
    [300, "head"],
    [300, "bytes"],
    [1_000, "bytes"],
    [1_000, "close"],
  ]);
  expect(run.pendingTimers).toBe(0);
});

test("a cancel while something is held ends it", async () => {
  const run = await runFault(slow, { holdHead: false, everyMs: 500 }, { ...SLOW, era: "modern", cancelAtMs: 200 });
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 200, pendingTimers: 0, errors: [] });
});
