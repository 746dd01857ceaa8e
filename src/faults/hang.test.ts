import { expect, test } from "vitest";
import { hang } from "./hang.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["stdio", "http-json", "http-sse"] as const)(
  "nothing comes on %s until the client cancels",
  async (shape) => {
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p1", progress: 1 } };
    const run = await runFault(hang, {}, { shape, before: [progress], cancelAtMs: 50_000 });
    expect(run).toMatchObject({ frames: [], endedBy: "cancel", endedAtMs: 50_000, pendingTimers: 0 });
  },
);

test("ends at once when the lab stops", async () => {
  const run = await runFault(hang, {}, { stopAtMs: 10 });
  expect(run).toMatchObject({ frames: [], endedBy: "stop", endedAtMs: 10 });
});
