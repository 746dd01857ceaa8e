import { expect, test } from "vitest";
import { processExit } from "./process-exit.ts";
import { runFault } from "./testing/run-fault.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";

const DEFAULTS = { code: 3, signal: "none", place: "instead", afterMs: 0 } as const;
const kinds = (run: Awaited<ReturnType<typeof runFault>>) => run.frames.map(({ frame }) => frame.kind);

test("in place of the answer, with the code", async () => {
  const run = await runFault(processExit, DEFAULTS);
  expect(run.frames.map(({ frame }) => frame)).toEqual([{ kind: "close", how: "exit", code: 3 }]);
});

test("by a signal there is no code", async () => {
  const run = await runFault(processExit, { ...DEFAULTS, signal: "SIGKILL" });
  expect(run.frames.map(({ frame }) => frame)).toEqual([{ kind: "close", how: "exit", signal: "SIGKILL" }]);
});

test("right after the answer, or some time after it", async () => {
  const run = await runFault(processExit, { ...DEFAULTS, place: "after", afterMs: 250 });
  expect(run.frames.map(({ atMs, frame }) => [atMs, frame.kind])).toEqual([
    [0, "bytes"],
    [250, "close"],
  ]);
});

test("what the call says before goes out", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message" };
  expect(kinds(await runFault(processExit, DEFAULTS, { before: [note] }))).toEqual(["bytes", "close"]);
});

test.each(["$start", "$open", "$notification"] as const)("at %s", async (at) => {
  expect(kinds(await runFault(processExit, DEFAULTS, { at }))).toEqual(["close"]);
});

test("at a GET stream, before its head or after it", async () => {
  const options = { shape: "http-sse", at: "$stream" } as const;
  expect(kinds(await runFault(processExit, DEFAULTS, options))).toEqual(["close"]);
  expect(kinds(await runFault(processExit, { ...DEFAULTS, place: "after" }, options))).toEqual(["head", "close"]);
});

test("a cancel before the answer closes nothing", async () => {
  const run = await runFault(withSlowAnswer(processExit, 1_000), DEFAULTS, { cancelAtMs: 10 });
  expect(run).toMatchObject({ frames: [], endedBy: "cancel" });
});
