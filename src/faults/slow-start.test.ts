import { expect, test } from "vitest";
import { slowStart } from "./slow-start.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["$start", "$open"] as const)("takes its time at %s, and says nothing", async (at) => {
  const run = await runFault(slowStart, { delayMs: 6_000 }, { at });
  expect(run).toMatchObject({ frames: [], endedBy: "itself", endedAtMs: 6_000 });
});

test("the stop of the lab ends it", async () => {
  const run = await runFault(slowStart, { delayMs: 6_000 }, { at: "$open", stopAtMs: 10 });
  expect(run).toMatchObject({ endedAtMs: 10, pendingTimers: 0 });
});
