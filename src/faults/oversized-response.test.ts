import { expect, test } from "vitest";
import { oversizedResponse } from "./oversized-response.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([0, 1, 262_144])("the tool answers with a text of %i bytes", async (sizeBytes) => {
  const { messages } = await runFault(oversizedResponse, { sizeBytes });
  expect(messages[0]?.result).toEqual({ content: [{ type: "text", text: "x".repeat(sizeBytes) }] });
});

test("by rule the text replaces a tool's content, and nothing else of its result", async () => {
  const result = {
    content: [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ],
    isError: true,
  };
  const { messages } = await runFault(oversizedResponse, { sizeBytes: 3 }, { result });
  expect(messages[0]?.result).toEqual({ content: [{ type: "text", text: "xxx" }], isError: true });
});

test("by rule any other result carries it as metadata, beside what is there", async () => {
  const { messages } = await runFault(oversizedResponse, { sizeBytes: 3 }, { result: { tools: [], _meta: { a: 1 } } });
  expect(messages[0]?.result).toEqual({ tools: [], _meta: { a: 1, "mcp-failure-lab/padding": "xxx" } });
});
