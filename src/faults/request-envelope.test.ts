import { expect, test } from "vitest";
import { requestEnvelope } from "./request-envelope.ts";
import { sendRequest } from "./testing/send-request.ts";

type Form = Parameters<typeof requestEnvelope.apply>[0]["form"];

const request = { jsonrpc: "2.0", id: 1, method: "ping" } as const;

test.each<[Form, object]>([
  ["missing-version", { id: 1, method: "ping" }],
  ["other-version", { ...request, jsonrpc: "1.0" }],
  ["number-version", { ...request, jsonrpc: 2 }],
  ["missing-method", { jsonrpc: "2.0", id: 1 }],
  ["number-method", { ...request, method: 42 }],
  ["null-method", { ...request, method: null }],
  ["empty-method", { ...request, method: "" }],
  ["extra-member", { ...request, lab: "on purpose" }],
  ["with-result", { ...request, result: {} }],
])("%s", async (form, expected) => {
  const { body } = await sendRequest(requestEnvelope, { form }, { request });
  expect(JSON.parse(body)).toEqual(expected);
});
