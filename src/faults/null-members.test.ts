import { expect, test } from "vitest";
import { nullMembers } from "./null-members.ts";
import { runFault } from "./testing/run-fault.ts";
import { sentResult } from "./testing/sent.ts";

const tools = [{ name: "a", description: "A", inputSchema: { type: "object" } }, { name: "b" }];
const content = [{ type: "text", text: "x" }];
const absent = { annotations: null, _meta: null };

test.each([
  ["cursor", "tools/list", { tools }, { tools, nextCursor: null }],
  [
    "entries",
    "tools/list",
    { tools },
    { tools: tools.map((tool) => ({ ...tool, ...absent, description: null, icons: null })) },
  ],
  ["content", "tools/call", { content }, { content: [{ ...content[0], ...absent }] }],
  ["meta", "tools/call", { content }, { content, _meta: null }],
] as const)("%s", async (where, method, result, expected) => {
  expect(sentResult(await runFault(nullMembers, { where }, { method, result }))).toEqual(expected);
});

test.each([
  ["cursor", "tools/call", { content }],
  ["entries", "tools/call", { content }],
  ["content", "tools/list", { tools }],
] as const)("a result without them stays as it is: %s of %s", async (where, method, result) => {
  const run = await runFault(nullMembers, { where }, { method, result });
  expect(sentResult(run)).toEqual(result);
  expect(run.frames.map(({ fault }) => fault)).toEqual([undefined]);
});
