import { expect, test } from "vitest";
import { oddResource } from "./odd-resource.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddResource.apply>[0]["form"];

const TEXT = { uri: "lab://text", mimeType: "text/plain", text: "on purpose" };

test.each<[Form, object]>([
  ["empty", { contents: [] }],
  ["missing", {}],
  ["null", { contents: null }],
  ["not-a-list", { contents: TEXT }],
  ["list-of-texts", { contents: ["on purpose"] }],
  ["content", { content: [{ type: "text", text: "on purpose" }] }],
  ["neither", { contents: [{ uri: "lab://text", mimeType: "text/plain" }] }],
  ["both", { contents: [{ ...TEXT, blob: "b24gcHVycG9zZQ==" }] }],
  ["text-is-an-object", { contents: [{ ...TEXT, text: { status: "on purpose" } }] }],
  ["no-uri", { contents: [{ mimeType: "text/plain", text: "on purpose" }] }],
  ["other-uri", { contents: [{ ...TEXT, uri: "lab://another" }] }],
  ["uri-without-scheme", { contents: [{ ...TEXT, uri: "about" }] }],
  ["no-type", { contents: [{ uri: "lab://text", text: "on purpose" }] }],
  ["other-type", { contents: [{ ...TEXT, mimeType: "image/png" }] }],
  ["blob-bad-base64", { contents: [{ uri: "lab://text", mimeType: "image/png", blob: "not base64!" }] }],
  ["blob-of-url-base64", { contents: [{ uri: "lab://text", mimeType: "application/octet-stream", blob: "-_-_" }] }],
  ["several", { contents: [TEXT, { ...TEXT, uri: "lab://another" }] }],
])("%s, and the rest of the result stays", async (form, members) => {
  const result = { contents: [TEXT], ttlMs: 1 };
  const run = await runFault(oddResource, { form }, { method: "resources/read", result });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, result: { ttlMs: 1, ...members } }]);
});

test("what is not there has them, too", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "resources/read", params: {} } as const;
  const run = await runFault(oddResource, { form: "empty" }, { request, refused: -32_602 });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, result: { contents: [] } }]);
});
