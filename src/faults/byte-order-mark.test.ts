import { expect, test } from "vitest";
import { byteOrderMark } from "./byte-order-mark.ts";
import { sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test("stands before each message", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message" };
  const run = await runFault(byteOrderMark, {}, { before: [note] });
  expect(sentText(run)).toMatch(/^\uFEFF\{.*\}\n\uFEFF\{.*\}\n$/);
});

test("a JSON body of another length tells none", async () => {
  const run = await runFault(byteOrderMark, {}, { shape: "http-json" });
  expect(sentText(run)).toMatch(/^\uFEFF\{.*\}$/);
  expect(sentHead(run)?.headers).not.toHaveProperty("content-length");
});
