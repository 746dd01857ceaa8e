import { expect, test } from "vitest";
import { truncatedText } from "./truncated-text.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test("every text is cut, everything else stays", async () => {
  const image = { type: "image", data: "AAAA", mimeType: "image/png" };
  const result = {
    content: [{ type: "text", text: "healthy" }, image, { type: "text", text: "ab" }],
    structuredContent: { text: "healthy" },
  };
  expect(sentResult(await runFault(truncatedText, { characters: 3 }, { result }))).toEqual({
    content: [{ type: "text", text: "hea" }, image, { type: "text", text: "ab" }],
    structuredContent: { text: "healthy" },
  });
});

test("a resource's text, too", async () => {
  const run = await runFault(truncatedText, { characters: 0 }, { method: "resources/read" });
  expect(sentResult(run)).toMatchObject({ contents: [{ uri: "lab://text", text: "" }] });
});
