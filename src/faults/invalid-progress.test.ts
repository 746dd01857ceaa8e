import { describe, expect, test } from "vitest";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { invalidProgress } from "./invalid-progress.ts";
import { runFault } from "./testing/run-fault.ts";

function call(progressToken?: string | number): JsonRpcRequest {
  const params = { name: "invalid_progress", ...(progressToken === undefined ? {} : { _meta: { progressToken } }) };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

/** Progress as token and value, answers by their id. */
function told(messages: readonly JsonObject[]): unknown[] {
  return messages.map(({ id, params }) => (isObject(params) ? [params.progressToken, params.progress] : id));
}

describe.each(["p1", 0, ""])("with the token %j", (token) => {
  test("regressing-progress says 2, then 1, then answers", async () => {
    const { messages } = await runFault(invalidProgress, { variant: "regressing-progress" }, { request: call(token) });
    expect(told(messages)).toEqual([[token, 2], [token, 1], 1]);
  });

  test("after-completion answers, then says 1", async () => {
    const { messages } = await runFault(invalidProgress, { variant: "after-completion" }, { request: call(token) });
    expect(told(messages)).toEqual([1, [token, 1]]);
  });

  test("unknown-token speaks of another token, then answers", async () => {
    const { messages } = await runFault(invalidProgress, { variant: "unknown-token" }, { request: call(token) });
    expect(told(messages)).toEqual([["mcp-failure-lab/unknown-token", 1], 1]);
  });
});

test("the unknown token is never the caller's own", async () => {
  const request = call("mcp-failure-lab/unknown-token");
  const { messages } = await runFault(invalidProgress, { variant: "unknown-token" }, { request });
  expect(told(messages)).toEqual([["mcp-failure-lab/unknown-token-2", 1], 1]);
});

test("the call itself succeeds, unchanged", async () => {
  const { frames, messages } = await runFault(invalidProgress, { variant: "after-completion" });
  expect(frames.map(({ fault }) => fault)).toEqual([undefined, "invalid_progress"]);
  expect(messages[0]?.result).not.toHaveProperty("isError");
});

test("over HTTP all of it travels on the call's own event stream, before its end", async () => {
  const { frames } = await runFault(invalidProgress, { variant: "after-completion" }, { shape: "http-json" });
  expect(frames.map(({ frame }) => frame.kind)).toEqual(["head", "bytes", "bytes", "close"]);
});

test("without a token nothing is added", async () => {
  const { messages } = await runFault(invalidProgress, { variant: "unknown-token" }, { request: call() });
  expect(told(messages)).toEqual([1]);
});
