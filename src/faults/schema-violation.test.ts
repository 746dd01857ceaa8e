import { expect, test } from "vitest";
import { schemaViolation } from "./schema-violation.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Violation = Parameters<typeof schemaViolation.apply>[0]["violation"];

test.each<[Violation, object]>([
  ["none", { structuredContent: { value: 1 } }],
  ["extra-member", { structuredContent: { value: 1, other: true } }],
  ["missing-member", { structuredContent: {} }],
  ["wrong-type", { structuredContent: { value: "one" } }],
  ["no-structured-content", {}],
  ["error-beside", { structuredContent: { error: "on purpose" }, isError: true }],
  ["error-without", { isError: true }],
])("%s", async (violation, expected) => {
  const { content, ...rest } = sentResult(await runFault(schemaViolation, { violation }));
  expect(rest).toEqual(expected);
  expect(content).toMatchObject([{ type: "text" }]);
});

test("the list shows the schema on the last tool, or on the named one", async () => {
  const list = async (params: { violation: Violation; tool?: string }) => {
    const { tools } = sentResult(await runFault(schemaViolation, params, { method: "tools/list" }));
    return (tools as { name: string; outputSchema?: object }[]).filter((tool) => tool.outputSchema !== undefined);
  };
  expect(await list({ violation: "none" })).toMatchObject([{ name: "time", outputSchema: { required: ["value"] } }]);
  expect(await list({ violation: "none", tool: "add" })).toMatchObject([{ name: "add" }]);
});

test("calls of other tools stay as they are where one is named", async () => {
  const named = { violation: "wrong-type", tool: "add" } as const;
  const call = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } }) as const;
  const add = sentResult(await runFault(schemaViolation, named, { request: call("add") }));
  const echo = sentResult(await runFault(schemaViolation, named, { request: call("echo") }));
  expect([add.structuredContent, echo.structuredContent]).toEqual([{ value: "one" }, undefined]);
});
