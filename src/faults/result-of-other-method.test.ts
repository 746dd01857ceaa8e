import { expect, test } from "vitest";
import { resultOfOtherMethod } from "./result-of-other-method.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["initialize", "protocolVersion"],
  ["tools/list", "tools"],
  ["tools/call", "content"],
  ["resources/read", "contents"],
  ["prompts/get", "messages"],
] as const)("%s", async (method, member) => {
  const run = await runFault(resultOfOtherMethod, { method }, { method: "completion/complete" });
  expect(run.messages[0]?.id).toBe(1);
  expect(sentResult(run)).toHaveProperty(member);
});

test("ping: nothing but what the era puts on every result", async () => {
  const modern = await runFault(
    resultOfOtherMethod,
    { method: "ping" },
    { era: "modern", result: { content: [], _meta: { a: 1 } } },
  );
  const legacy = await runFault(resultOfOtherMethod, { method: "ping" });
  expect([sentResult(modern), sentResult(legacy)]).toEqual([{ resultType: "complete", _meta: { a: 1 } }, {}]);
});
