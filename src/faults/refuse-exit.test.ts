import { expect, test } from "vitest";
import { refuseExit } from "./refuse-exit.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([0, 10_000, 59_000])("lives on for %d ms although the lab stops", async (ms) => {
  const run = await runFault(refuseExit, { ms }, { at: "$shutdown" });
  expect(run).toMatchObject({ frames: [], endedBy: "itself", endedAtMs: ms, pendingTimers: 0 });
});

test("the loss of the connection ends it", async () => {
  const run = await runFault(refuseExit, { ms: 10_000 }, { at: "$shutdown", cancelAtMs: 100 });
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 100, pendingTimers: 0 });
});
