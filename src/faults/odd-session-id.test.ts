import { expect, test } from "vitest";
import { oddSessionId } from "./odd-session-id.ts";
import { sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["missing", undefined],
  ["empty", ""],
  ["blanks", "session- 1"],
  ["not-ascii", "session-1é"],
  ["unknown", "lab-session-1"],
  ["long", `session-1${"x".repeat(4_087)}`],
] as const)("%s", async (id, expected) => {
  const run = await runFault(oddSessionId, { id }, { shape: "http-json", method: "initialize" });
  expect(sentHead(run)?.headers["mcp-session-id"]).toBe(expected);
  expect(JSON.parse(sentText(run))).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
});
