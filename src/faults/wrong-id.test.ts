import { expect, test } from "vitest";
import type { RequestId } from "../protocol/json-rpc.ts";
import { wrongId } from "./wrong-id.ts";
import { sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type As = Parameters<typeof wrongId.apply>[0]["as"];

async function idUnder(as: As, id: RequestId): Promise<unknown> {
  const run = await runFault(
    wrongId,
    { as },
    { request: { jsonrpc: "2.0", id, method: "tools/call", params: { name: "ping" } } },
  );
  const message = JSON.parse(sentText(run)) as { id: unknown; result: unknown };
  expect(message.result).toEqual({ content: [{ type: "text", text: "healthy" }] });
  return message.id;
}

test.each<[As, RequestId, unknown]>([
  ["other-type", 7, "7"],
  ["other-type", "7", 7],
  ["other-type", "call-a", 0],
  ["other-type", "", 0],
  ["null", 7, null],
  ["zero", 7, 0],
  ["earlier", 7, 6],
  ["earlier", "a", "a-earlier"],
  ["unknown", 7, "mcp-failure-lab/unknown-id"],
  ["missing", 7, undefined],
])("%s for %j is %j", async (as, id, expected) => {
  expect(await idUnder(as, id)).toBe(expected);
});

test.each(["stdio", "http-json", "http-sse"] as const)("a fraction stands in the bytes, %s", async (shape) => {
  const run = await runFault(wrongId, { as: "fraction" }, { shape });
  expect(sentText(run)).toContain('"id":1.0,"result"');
});
