import { expect, test } from "vitest";
import { requestParams } from "./request-params.ts";
import { sendRequest } from "./testing/send-request.ts";

type Form = Parameters<typeof requestParams.apply>[0]["form"];

const request = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "echo", arguments: { value: 1 }, _meta: { progressToken: "p1" } },
} as const;
const { name, arguments: args, _meta } = request.params;

test.each<[Form, unknown]>([
  ["arguments-missing", { name, _meta }],
  ["arguments-null", { name, arguments: null, _meta }],
  ["arguments-list", { name, arguments: [], _meta }],
  ["arguments-text", { name, arguments: '{"value":1}', _meta }],
  ["argument-text-null", { name, arguments: { value: "null" }, _meta }],
  ["name-missing", { arguments: args, _meta }],
  ["name-number", { name: 42, arguments: args, _meta }],
  ["meta-text", { name, arguments: args, _meta: "on purpose" }],
  ["progress-token-object", { name, arguments: args, _meta: { progressToken: {} } }],
  ["progress-token-zero", { name, arguments: args, _meta: { progressToken: 0 } }],
  ["progress-token-missing", { name, arguments: args, _meta: {} }],
  ["capabilities-elicitation", { name, arguments: args, _meta, capabilities: { elicitation: { form: {}, url: {} } } }],
  [
    "capabilities-unknown",
    { name, arguments: args, _meta, capabilities: { lab: { on: "purpose" }, experimental: { lab: {} } } },
  ],
  ["missing", undefined],
  ["null", null],
  ["list", [request.params]],
  ["text", JSON.stringify(request.params)],
])("%s", async (form, expected) => {
  const { body } = await sendRequest(requestParams, { form }, { request });
  const { params, ...rest } = JSON.parse(body) as { params: unknown };
  expect(params).toEqual(expected);
  expect(rest).toEqual({ jsonrpc: "2.0", id: 1, method: "tools/call" });
});
