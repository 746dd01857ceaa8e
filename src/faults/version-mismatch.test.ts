import { expect, test } from "vitest";
import { versionMismatch } from "./version-mismatch.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["oldest", "2024-11-05"],
  ["modern", "2026-07-28"],
  ["future", "2099-12-31"],
  ["garbage", "one point zero"],
  ["empty", ""],
  ["number", 1],
  ["missing", undefined],
] as const)("%s", async (offer, expected) => {
  const result = sentResult(await runFault(versionMismatch, { offer }, { method: "initialize" }));
  expect(result.protocolVersion).toBe(expected);
  expect(result).toMatchObject({ capabilities: { tools: {} }, serverInfo: { name: "server" } });
});
