import { expect, test } from "vitest";
import { slowAnswer } from "./slow-answer.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([0, 59_999, 600_000])("comes after exactly %d ms, as it was", async (delayMs) => {
  const run = await runFault(slowAnswer, { delayMs }, { stopAtMs: 700_000 });
  expect(run.frames).toMatchObject([{ atMs: delayMs, fault: undefined }]);
  expect(run.messages).toMatchObject([{ id: 1, result: { content: [{ text: "healthy" }] } }]);
});

test("a cancel ends the wait", async () => {
  const run = await runFault(slowAnswer, { delayMs: 600_000 }, { cancelAtMs: 50_000 });
  expect(run).toMatchObject({ frames: [], endedBy: "cancel", endedAtMs: 50_000, pendingTimers: 0 });
});
