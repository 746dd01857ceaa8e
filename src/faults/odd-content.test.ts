import { expect, test } from "vitest";
import { oddContent } from "./odd-content.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddContent.apply>[0]["form"];

const marked = { type: "text", text: "on purpose" };

test.each<[Form, object]>([
  ["empty", { content: [] }],
  ["empty-with-structured", { content: [], structuredContent: { status: "on purpose" } }],
  ["null", { content: null }],
  ["missing", {}],
  ["not-a-list", { content: marked }],
  ["list-of-texts", { content: ["on purpose"] }],
  ["unknown-type", { content: [{ type: "hologram", data: "AAAA" }, marked] }],
  ["no-type", { content: [{ text: "on purpose" }] }],
  ["text-is-a-number", { content: [{ type: "text", text: 42 }] }],
  ["resource-link", { content: [{ type: "resource_link", uri: "lab://about", name: "about" }, marked] }],
  ["embedded-resource", { content: [{ type: "resource", resource: { uri: "lab://about", text: "on purpose" } }] }],
  ["audio", { content: [{ type: "audio", data: "UklGRg==", mimeType: "audio/wav" }, marked] }],
  ["image-bad-base64", { content: [{ type: "image", data: "not base64!", mimeType: "image/png" }] }],
  ["image-no-image", { content: [{ type: "image", data: "b24gcHVycG9zZQ==", mimeType: "image/png" }] }],
  ["image-other-type", { content: [{ type: "image", data: "b24gcHVycG9zZQ==", mimeType: "text/plain" }] }],
])("%s", async (form, expected) => {
  const result = { content: [{ type: "text", text: "done" }], structuredContent: { a: 1 } };
  expect(sentResult(await runFault(oddContent, { form }, { result }))).toEqual(expected);
});

test("what the era puts on the result stays", async () => {
  const run = await runFault(oddContent, { form: "missing" }, { era: "modern" });
  expect(sentResult(run)).toEqual({ resultType: "complete" });
});
