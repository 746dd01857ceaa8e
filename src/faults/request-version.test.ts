import { expect, test } from "vitest";
import { requestVersion } from "./request-version.ts";
import { sendRequest } from "./testing/send-request.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {} },
} as const;

test.each([
  ["future", "2099-12-31"],
  ["past", "2020-01-01"],
  ["garbage", "1.0"],
  ["empty", ""],
  ["number", 20_260_728],
  ["missing", undefined],
] as const)("%s", async (as, expected) => {
  const handshake = JSON.parse((await sendRequest(requestVersion, { as }, { request: initialize })).body) as {
    params: { protocolVersion?: unknown; capabilities: unknown };
  };
  const call = JSON.parse((await sendRequest(requestVersion, { as })).body) as {
    params: { name: string; _meta: Record<string, unknown> };
  };
  expect(handshake.params).toEqual({
    ...(expected === undefined ? {} : { protocolVersion: expected }),
    capabilities: {},
  });
  expect(call.params._meta["io.modelcontextprotocol/protocolVersion"]).toBe(expected);
  expect(call.params).toMatchObject({ name: "echo", _meta: { progressToken: "p1" } });
});

test("a request that names no version stays as it is", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "a" } } as const;
  const { body } = await sendRequest(requestVersion, { as: "future" }, { request });
  expect(JSON.parse(body)).toEqual(request);
});
