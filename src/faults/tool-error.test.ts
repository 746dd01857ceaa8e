import { expect, test } from "vitest";
import { toolError } from "./tool-error.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Content = Parameters<typeof toolError.apply>[0]["content"];

const text = { type: "text", text: "The tool failed on purpose" };

test.each<[Content, object]>([
  ["text", { content: [text], isError: true }],
  ["several", { content: [text, { type: "text", text: "and here is why" }], isError: true }],
  ["empty", { content: [], isError: true }],
  ["structured", { content: [], structuredContent: { reason: text.text }, isError: true }],
  ["missing", { isError: true }],
  ["not-marked", { content: [{ type: "text", text: "Error: The tool failed on purpose" }] }],
])("%s", async (content, expected) => {
  const result = { content: [{ type: "text", text: "done" }], structuredContent: { a: 1 }, _meta: { kept: true } };
  expect(sentResult(await runFault(toolError, { content }, { result }))).toEqual({
    ...expected,
    _meta: { kept: true },
  });
});

test("image: a picture that can be decoded", async () => {
  const { content } = sentResult(await runFault(toolError, { content: "image" }));
  const [{ data, mimeType }] = content as [{ data: string; mimeType: string }];
  expect(Buffer.from(data, "base64").subarray(1, 4).toString()).toBe("PNG");
  expect(mimeType).toBe("image/png");
});
