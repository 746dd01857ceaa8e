import { expect, test } from "vitest";
import { duplicateResponse } from "./duplicate-response.ts";
import { runFault } from "./testing/run-fault.ts";

test("the answer comes exactly twice, each in a write of its own", async () => {
  const { frames, messages } = await runFault(duplicateResponse, {});
  expect(messages).toHaveLength(2);
  expect(messages[1]).toEqual(messages[0]);
  expect(frames.map(({ atMs, fault }) => [atMs, fault])).toEqual([
    [0, undefined],
    [20, "duplicate_response"],
  ]);
});

test("where JSON would have answered, two events do", async () => {
  const { frames } = await runFault(duplicateResponse, {}, { shape: "http-json", era: "modern" });
  expect(frames.map(({ frame }) => frame.kind)).toEqual(["head", "bytes", "bytes", "close"]);
  expect(frames[0]?.frame).toMatchObject({ shape: "http-sse" });
});

test("what comes before the answer comes once", async () => {
  const log = { jsonrpc: "2.0", method: "notifications/message", params: {} };
  const { messages } = await runFault(duplicateResponse, {}, { before: [log] });
  expect(messages.filter(({ method }) => method !== undefined)).toEqual([log]);
});
