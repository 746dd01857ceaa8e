import { describe, expect, test } from "vitest";
import type { JsonRpcRequest, RequestId } from "../protocol/json-rpc.ts";
import { createMailbox } from "../wire/mailbox.ts";
import { responseAfterCancellation } from "./response-after-cancellation.ts";
import { runFault } from "./testing/run-fault.ts";

function call(id: RequestId, progressToken?: string | number): JsonRpcRequest {
  const params = {
    name: "response_after_cancellation",
    ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
  };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

const cancelOf = (requestId: RequestId) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test.each([0, -1, 1, "", "1", 9007199254740991])("the answer to %j comes after its cancel, once", async (id) => {
    const run = await runFault(responseAfterCancellation, {}, { era, request: call(id), cancelAtMs: 700 });
    expect(run.frames.map(({ atMs }) => atMs)).toEqual([700]);
    expect(run.messages).toMatchObject([
      { id, result: { content: [{ text: '{"status":"answered_after_cancellation"}' }] } },
    ]);
    expect(run.frames[0]?.fault).toBe("response_after_cancellation");
    expect(run.received).toEqual([{ atMs: 700, message: cancelOf(id), withheld: true }]);
    expect(run).toMatchObject({ endedBy: "itself", pendingTimers: 0 });
  });
});

test("one progress notification says that it is armed, with the caller's token", async () => {
  const run = await runFault(responseAfterCancellation, {}, { request: call(1, 0), cancelAtMs: 700 });
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([0, 720]);
  expect(run.messages[0]).toEqual({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: 0, progress: 1 },
  });
});

test("a cancel of another request passes, and changes nothing", async () => {
  const peer = [
    { atMs: 10, message: cancelOf("1") },
    { atMs: 20, message: { jsonrpc: "2.0", method: "notifications/cancelled" } },
  ];
  const run = await runFault(responseAfterCancellation, {}, { request: call(1), peer, cancelAtMs: 700 });
  expect(run.received.map(({ withheld }) => withheld)).toEqual([false, false, true]);
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([700]);
});

test("without a cancel it says so after 5 seconds, and answers no second time", async () => {
  const run = await runFault(responseAfterCancellation, {}, { request: call(1), cancelAtMs: 5_001 });
  expect(run.frames.map(({ atMs }) => atMs)).toEqual([5_000]);
  expect(run.messages).toMatchObject([{ id: 1, result: { isError: true, content: [{ type: "text" }] } }]);
  expect(JSON.stringify(run.messages)).toContain("no cancel came within 5000 ms");
  expect(run.pendingTimers).toBe(0);
});

test("a cancel in time counts up to the last moment", async () => {
  const run = await runFault(responseAfterCancellation, {}, { request: call(1), cancelAtMs: 4_999 });
  expect(run.messages).not.toMatchObject([{ result: { isError: true } }]);
});

test("by rule, an answer that is no tool's comes late unchanged", async () => {
  const run = await runFault(responseAfterCancellation, {}, { request: call(1), result: { tools: [] } });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, result: { tools: [] } }]);
});

test("the stop of the lab ends it without an answer", async () => {
  const run = await runFault(responseAfterCancellation, {}, { request: call(1), stopAtMs: 100 });
  expect(run).toMatchObject({ frames: [], endedAtMs: 100, pendingTimers: 0 });
});

test("cancels that come twice do not fill the rule's mailbox", async () => {
  const peer = [
    { atMs: 100, message: cancelOf(1) },
    { atMs: 100, message: cancelOf(1) },
  ];
  const shared = createMailbox();
  const run = await runFault(responseAfterCancellation, {}, { request: call(1), peer, shared });
  expect(run.received.map(({ withheld }) => withheld)).toEqual([true, true]);
  expect(await shared.take(String(run.exchange.sequence), AbortSignal.abort())).toBeUndefined();
});
