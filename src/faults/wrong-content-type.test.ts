import { expect, test } from "vitest";
import { wrongContentType } from "./wrong-content-type.ts";
import { sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["missing", undefined, undefined],
  ["other", "text/event-stream", "application/json"],
  ["text/plain", "text/plain; charset=utf-8", "text/plain; charset=utf-8"],
  ["application/octet-stream", "application/octet-stream", "application/octet-stream"],
  ["uppercase", "APPLICATION/JSON; CHARSET=UTF-8", "TEXT/EVENT-STREAM; CHARSET=UTF-8"],
] as const)("%s", async (type, forJson, forStream) => {
  const json = await runFault(wrongContentType, { type }, { shape: "http-json" });
  const stream = await runFault(wrongContentType, { type }, { shape: "http-sse" });
  expect(sentHead(json)?.headers["content-type"]).toBe(forJson);
  expect(sentHead(stream)?.headers["content-type"]).toBe(forStream);
  // The body is what it would have been.
  expect(JSON.parse(sentText(json))).toMatchObject({ id: 1 });
  expect(sentText(stream)).toMatch(/^event: message\ndata: \{.*\}\n\n$/);
});
