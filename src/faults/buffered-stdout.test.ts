import { expect, test } from "vitest";
import { bufferedStdout } from "./buffered-stdout.ts";
import { runFault } from "./testing/run-fault.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";
import { runTogether } from "./testing/run-together.ts";

const THREE = { answers: 3, atEnd: "written", maxWaitMs: 60_000 } as const;

function idsOf(text: string | undefined): unknown[] {
  return (text ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: number }).id);
}

test("nothing comes until the buffer is full, and then all of it in one write, in order", async () => {
  const said = await runTogether(bufferedStdout, THREE, [{ atMs: 0 }, { atMs: 10_000 }, { atMs: 20_000 }]);
  expect(said).toMatchObject([{ call: 3, atMs: 20_000 }]);
  expect(idsOf(said[0]?.text)).toEqual([1, 2, 3]);
});

test("connections have buffers of their own", async () => {
  const calls = [0, 1, 2, 3, 4, 5].map((atMs) => ({ atMs, scope: atMs % 2 }));
  const said = await runTogether(bufferedStdout, THREE, calls);
  expect(said.map(({ text }) => idsOf(text))).toEqual([
    [1, 3, 5],
    [2, 4, 6],
  ]);
});

test("a cancel takes no answer out of it; one that comes before there is an answer is heard", async () => {
  const run = await runFault(bufferedStdout, THREE, { cancelAtMs: 100, stopAtMs: 1_000 });
  expect(run).toMatchObject({ received: [{ withheld: true }], endedBy: "stop", endedAtMs: 1_000 });
  const early = await runFault(withSlowAnswer(bufferedStdout, 500), THREE, { cancelAtMs: 100 });
  expect(early).toMatchObject({ received: [{ withheld: false }], endedBy: "cancel", messages: [], frames: [] });
});

test("progress waits in it, too", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "t", progress: 1 } };
  const run = await runFault(bufferedStdout, THREE, { before: [note], stopAtMs: 1_000 });
  expect(run.frames).toMatchObject([{ atMs: 1_000, fault: "buffered_stdout" }]);
  expect(String(run.frames[0]?.frame.kind === "bytes" && run.frames[0].frame.bytes)).toMatch(
    /^\{.*"notifications\/progress".*\}\n\{.*"result".*\}\n$/,
  );
});

test("what has waited long enough goes out as it is, also where the rest would be lost", async () => {
  const run = await runFault(bufferedStdout, { answers: 3, atEnd: "lost", maxWaitMs: 500 }, {});
  expect(run).toMatchObject({ frames: [{ atMs: 500 }], endedBy: "itself", pendingTimers: 0 });
});

test("at the end it is written, or lost", async () => {
  const written = await runFault(bufferedStdout, THREE, { stopAtMs: 1_000 });
  expect(written.frames).toHaveLength(1);
  const lost = await runFault(bufferedStdout, { ...THREE, atEnd: "lost" }, { stopAtMs: 1_000 });
  expect(lost).toMatchObject({ frames: [], pendingTimers: 0 });
});
