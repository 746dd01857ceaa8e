import { expect, test } from "vitest";
import { brokenEnvelope } from "./broken-envelope.ts";
import { sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof brokenEnvelope.apply>[0]["form"];

const result = { content: [] };
const answer = { jsonrpc: "2.0", id: 1, result };
const error = { code: -32_603, message: "On purpose" };

test.each<[Form, unknown]>([
  ["neither", { jsonrpc: "2.0", id: 1 }],
  ["array", [answer]],
  ["null-error", { ...answer, error: null }],
  ["null-result", { ...answer, result: null }],
  ["text-result", { ...answer, result: "ok" }],
  ["list-result", { ...answer, result: [] }],
  ["text-error", { jsonrpc: "2.0", id: 1, error: "failed" }],
  ["error-without-code", { jsonrpc: "2.0", id: 1, error: { message: error.message } }],
  ["error-with-text-code", { jsonrpc: "2.0", id: 1, error: { ...error, code: "E1" } }],
  ["number-version", { ...answer, jsonrpc: 2 }],
  ["extra-member", { ...answer, status: "ok" }],
  ["with-method", { ...answer, method: "tools/call" }],
])("%s", async (form, expected) => {
  expect(JSON.parse(sentText(await runFault(brokenEnvelope, { form }, { result })))).toEqual(expected);
});

test("an array is one event of a stream, and one body", async () => {
  const stream = await runFault(brokenEnvelope, { form: "array" }, { shape: "http-sse", result });
  const body = await runFault(brokenEnvelope, { form: "array" }, { shape: "http-json", result });
  expect(sentText(stream)).toBe(`event: message\ndata: ${JSON.stringify([answer])}\n\n`);
  expect(sentText(body)).toBe(JSON.stringify([answer]));
});
