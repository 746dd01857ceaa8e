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

test("a handshake that it refuses opens no session", async () => {
  const run = await runFault(
    errorResponse,
    { code: -32_603, message: "x" },
    { shape: "http-json", method: "initialize" },
  );
  expect(run.frames.map(({ frame }) => frame.kind)).toEqual(["session", "head", "bytes", "close"]);
});

test.each(["stdio", "http-sse"] as const)(
  "a subscription is refused in place of its acknowledgement, %s",
  async (shape) => {
    const request = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: { notifications: {} } } as const;
    const acknowledged = { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged" };
    const run = await runFault(
      errorResponse,
      { code: -32_603, message: "x" },
      { shape, era: "modern", request, before: [acknowledged] },
    );
    expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "x" } }]);
    expect(run.endedBy).toBe("itself");
  },
);
