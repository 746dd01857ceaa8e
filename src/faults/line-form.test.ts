import { expect, test } from "vitest";
import { lineForm } from "./line-form.ts";
import { sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["crlf", /^\{.*\}\r\n$/],
  ["blank-lines", /^\n\r\n\{.*\}\n\n$/],
  ["spaces", /^ {2}\{.*\} \t\n$/],
  ["pretty-print", /^\{\n {2}"jsonrpc": "2.0",\n/],
  ["length-header", /^Content-Length: 81\r\n\r\n\{.*\}\n$/],
] as const)("%s", async (form, expected) => {
  const run = await runFault(lineForm, { form });
  expect(sentText(run)).toMatch(expected);
});

test.each(["crlf", "spaces", "pretty-print"] as const)("%s changes nothing of the message", async (form) => {
  const run = await runFault(lineForm, { form });
  expect(JSON.parse(sentText(run))).toMatchObject({ jsonrpc: "2.0", id: 1, result: { content: [{}] } });
});
