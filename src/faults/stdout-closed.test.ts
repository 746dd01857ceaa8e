import { expect, test } from "vitest";
import { stdoutClosed } from "./stdout-closed.ts";
import { runFault } from "./testing/run-fault.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";

test.each([
  ["instead", ["close"]],
  ["after", ["bytes", "close"]],
] as const)("%s: the stream is cut, the process does not exit", async (place, kinds) => {
  const run = await runFault(stdoutClosed, { place });
  expect(run.frames.map(({ frame }) => frame.kind)).toEqual(kinds);
  expect(run.frames.at(-1)?.frame).toEqual({ kind: "close", how: "cut" });
});

test("at an opening", async () => {
  const run = await runFault(stdoutClosed, { place: "instead" }, { at: "$open" });
  expect(run.frames.map(({ frame }) => frame)).toEqual([{ kind: "close", how: "cut" }]);
});

test("a cancel closes nothing", async () => {
  const run = await runFault(withSlowAnswer(stdoutClosed, 1_000), { place: "instead" }, { cancelAtMs: 10 });
  expect(run).toMatchObject({ frames: [], endedBy: "cancel" });
});
