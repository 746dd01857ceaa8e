import { expect, test } from "vitest";
import { stall } from "./stall.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test("stops after so many bytes, once", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };
  const run = await runFault(stall, { afterBytes: 5, stallMs: 3_000 }, { before: [note] });
  expect(writes(run)[0]).toHaveLength(5);
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([0, 3_000, 3_020]);
});

test("at least one byte is left for afterwards", async () => {
  const run = await runFault(stall, { afterBytes: 1_000_000, stallMs: 3_000 });
  expect(writes(run)).toEqual([expect.stringMatching(/^\{.*\}$/), "\n"]);
});

test("the rest comes at once after a cancel, and nothing more", async () => {
  const run = await runFault(stall, { afterBytes: 5, stallMs: 3_000 }, { cancelAtMs: 10 });
  expect(sentText(run)).toMatch(/^\{.*\}\n$/);
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 10, pendingTimers: 0 });
});
