import { expect, test } from "vitest";
import { manyTools } from "./many-tools.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([1, 129, 5_000])("%d more, numbered, all different", async (count) => {
  const { tools } = sentResult(await runFault(manyTools, { count }, { method: "tools/list" }));
  const names = (tools as { name: string }[]).map(({ name }) => name);
  expect(new Set(names).size).toBe(count + 3);
  expect(names.at(-1)).toBe(`lab_tool_${String(count).padStart(5, "0")}`);
});

test("the last one can be called", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "lab_tool_05000" } } as const;
  expect(sentResult(await runFault(manyTools, { count: 5_000 }, { request }))).toMatchObject({
    content: [{ text: '{"status":"called","name":"lab_tool_05000"}' }],
  });
});
