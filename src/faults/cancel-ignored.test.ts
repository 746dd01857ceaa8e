import { expect, test } from "vitest";
import { cancelIgnored } from "./cancel-ignored.ts";
import { runFault } from "./testing/run-fault.ts";
import { withSlowAnswer } from "./testing/slow-answer.ts";

test.each(["stdio", "http-json"] as const)("the answer comes in its own time, %s", async (shape) => {
  const run = await runFault(withSlowAnswer(cancelIgnored, 1_000), {}, { shape, cancelAtMs: 300 });
  expect(run.received).toMatchObject([{ atMs: 300, withheld: true }]);
  expect(run.messages).toMatchObject([{ id: 1, result: {} }]);
  expect(run).toMatchObject({ endedBy: "itself", endedAtMs: 1_000 });
});

test("other messages pass", async () => {
  const other = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
  const run = await runFault(withSlowAnswer(cancelIgnored, 1_000), {}, { peer: [{ atMs: 1, message: other }] });
  expect(run.received).toMatchObject([{ withheld: false }]);
});
