import { expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { mirroredName } from "./request-name.ts";

const asks = (method: string, params: JsonObject | undefined) => ({ jsonrpc: "2.0", id: 1, method, params });

test.each([
  ["tools/call", { name: "a", uri: "b" }, "a"],
  ["prompts/get", { name: "" }, ""],
  ["resources/read", { name: "a", uri: "x:y" }, "x:y"],
])("the header of %s repeats %j", (method, params, name) => {
  expect(mirroredName(asks(method, params))).toBe(name);
});

test.each([
  ["tools/list", { name: "a" }],
  ["resources/subscribe", { uri: "x:y" }],
  ["constructor", { name: "a" }],
  ["tools/call", { name: 1 }],
  ["tools/call", { uri: "x:y" }],
  ["tools/call", undefined],
])("%s %j has nothing to repeat", (method, params) => {
  expect(mirroredName(asks(method, params))).toBeUndefined();
});
