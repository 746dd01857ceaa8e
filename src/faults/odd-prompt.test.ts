import { expect, test } from "vitest";
import { oddPrompt } from "./odd-prompt.ts";
import type { Json } from "../protocol/json.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddPrompt.apply>[0]["form"];

const TEXT = { type: "text", text: "on purpose" };
const user = (content: Json) => [{ role: "user", content }];

test.each<[Form, unknown]>([
  ["empty", []],
  ["missing", undefined],
  ["null", null],
  ["not-a-list", { role: "user", content: TEXT }],
  ["system-role", [{ role: "system", content: TEXT }]],
  ["no-role", [{ content: TEXT }]],
  ["content-is-text", user("on purpose")],
  ["content-is-list", user([TEXT])],
  ["content-null", user(null)],
  ["unknown-type", user({ type: "hologram", data: "AAAA" })],
  ["assistant-first", [{ role: "assistant", content: TEXT }]],
  ["same-role-twice", [...user(TEXT), ...user(TEXT)]],
  [
    "embedded-resource",
    user({ type: "resource", resource: { uri: "lab://about", mimeType: "text/plain", text: "on purpose" } }),
  ],
  ["resource-without-uri", user({ type: "resource", resource: { text: "on purpose" } })],
])("%s, and the rest of the result stays", async (form, messages) => {
  const result = { description: "healthy", messages: user(TEXT) };
  const run = await runFault(oddPrompt, { form }, { method: "prompts/get", result });
  expect(run.messages).toEqual([
    { jsonrpc: "2.0", id: 1, result: { description: "healthy", ...(messages === undefined ? {} : { messages }) } },
  ]);
});

test("what is not there has them, too", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "prompts/get", params: {} } as const;
  const run = await runFault(oddPrompt, { form: "empty" }, { request, refused: -32_602 });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, result: { messages: [] } }]);
});
