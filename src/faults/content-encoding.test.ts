import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { contentEncoding } from "./content-encoding.ts";
import { closes, sentBytes, sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test("plain: the header lies", async () => {
  const run = await runFault(contentEncoding, { body: "plain", coding: "gzip" }, { shape: "http-json" });
  expect(sentHead(run)?.headers).toMatchObject({ "content-encoding": "gzip" });
  expect(sentHead(run)?.headers).not.toHaveProperty("content-length");
  expect(JSON.parse(sentText(run))).toMatchObject({ id: 1 });
});

test.each(["http-json", "http-sse"] as const)("whole: good gzip, %s", async (shape) => {
  const run = await runFault(contentEncoding, { body: "whole", coding: "gzip" }, { shape });
  expect(gunzipSync(sentBytes(run)).toString()).toContain('"healthy"');
  expect(closes(run)).toEqual(["end"]);
});

test("cut: half of it", async () => {
  const run = await runFault(contentEncoding, { body: "cut", coding: "gzip" }, { shape: "http-json" });
  expect(() => gunzipSync(sentBytes(run))).toThrow("unexpected end of file");
});

test("a body beyond what is held cuts the connection", async () => {
  const result = { content: [{ type: "text", text: "x".repeat(2_000_000) }] };
  const run = await runFault(contentEncoding, { body: "whole", coding: "gzip" }, { shape: "http-json", result });
  expect([sentBytes(run), closes(run)]).toEqual([Buffer.alloc(0), ["cut"]]);
});

test.each(["deflate", "br", "zstd"] as const)("other formats are named, too: %s", async (coding) => {
  const run = await runFault(contentEncoding, { body: "whole", coding }, { shape: "http-json" });
  expect(sentHead(run)?.headers).toMatchObject({ "content-encoding": coding });
});
