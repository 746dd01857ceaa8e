import { expect, test } from "vitest";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import { inventedProgress } from "./invented-progress.ts";
import { runFault } from "./testing/run-fault.ts";

type Token = Parameters<typeof inventedProgress.apply>[0]["token"];

const call = (progressToken?: string | number): JsonRpcRequest => ({
  jsonrpc: "2.0",
  id: 9,
  method: "tools/call",
  params: { name: "ping", ...(progressToken === undefined ? {} : { _meta: { progressToken } }) },
});

async function paramsUnder(token: Token, request: JsonRpcRequest) {
  const run = await runFault(inventedProgress, { token, count: 1 }, { request });
  expect(run.messages.map(({ method }) => method)).toEqual(["notifications/progress", undefined]);
  return run.messages[0]?.params;
}

test.each<[Token, string | number | undefined, unknown]>([
  ["invented", "p", { progressToken: "mcp-failure-lab/invented-token", progress: 1 }],
  ["invented", undefined, { progressToken: "mcp-failure-lab/invented-token", progress: 1 }],
  ["other-type", "7", { progressToken: 7, progress: 1 }],
  ["other-type", 7, { progressToken: "7", progress: 1 }],
  ["other-type", "p", { progressToken: 1, progress: 1 }],
  ["request-id", "p", { progressToken: 9, progress: 1 }],
  ["missing", "p", { progress: 1 }],
  ["object", "p", { progressToken: { token: "p" }, progress: 1 }],
])("%s for the token %j", async (token, given, expected) => {
  expect(await paramsUnder(token, call(given))).toEqual(expected);
});

test("as many as asked for, rising", async () => {
  const run = await runFault(inventedProgress, { token: "invented", count: 3 });
  expect(run.messages.slice(0, 3)).toMatchObject([
    { params: { progress: 1 } },
    { params: { progress: 2 } },
    { params: { progress: 3 } },
  ]);
});
