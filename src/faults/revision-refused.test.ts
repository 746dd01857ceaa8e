import { expect, test } from "vitest";
import { revisionRefused } from "./revision-refused.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["older", { supported: ["2025-11-25", "2025-06-18"], requested: "2026-07-28" }],
  ["future", { supported: ["2099-12-31"], requested: "2026-07-28" }],
  ["same", { supported: ["2026-07-28"], requested: "2026-07-28" }],
  ["none", { supported: [], requested: "2026-07-28" }],
  ["missing", { requested: "2026-07-28" }],
] as const)("%s", async (supported, data) => {
  const run = await runFault(revisionRefused, { supported }, { era: "modern", method: "server/discover" });
  expect(run.messages).toEqual([
    { jsonrpc: "2.0", id: 1, error: { code: -32_022, message: "Unsupported protocol version", data } },
  ]);
});
