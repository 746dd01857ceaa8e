import { expect, test } from "vitest";
import { errorResponse } from "./error-response.ts";
import { runFault } from "./testing/run-fault.ts";

test("the error comes in place of the answer, under its id", async () => {
  const run = await runFault(errorResponse, { code: -32_601, message: "Method not found" });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "Method not found" } }]);
});

test.each([[""], [null], [{ a: [1] }], [0]])("data may be any JSON: %j", async (data) => {
  const run = await runFault(errorResponse, { code: 1, message: "", data });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: 1, message: "", data } }]);
});

test("what comes before the answer stays", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message" };
  const run = await runFault(errorResponse, { code: 1, message: "x" }, { before: [note] });
  expect(run.messages.map(({ method }) => method)).toEqual(["notifications/message", undefined]);
});
