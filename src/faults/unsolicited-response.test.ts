import { expect, test } from "vitest";
import { unsolicitedResponse } from "./unsolicited-response.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["before", ["mcp-failure-lab/unknown-id", 1]],
  ["after", [1, "mcp-failure-lab/unknown-id"]],
] as const)("%s the answer", async (place, ids) => {
  const run = await runFault(unsolicitedResponse, { id: "unknown", kind: "result", place });
  expect(run.messages.map(({ id }) => id)).toEqual(ids);
});

test.each([
  ["number", 999_999_999],
  ["null", null],
] as const)("an error under the id %s", async (id, expected) => {
  const run = await runFault(unsolicitedResponse, { id, kind: "error", place: "before" });
  expect(run.messages[0]).toMatchObject({ id: expected, error: { code: -32_600 } });
});

test("on a GET stream it comes right after the head", async () => {
  const options = { shape: "http-sse", at: "$stream", stopAtMs: 100 } as const;
  const run = await runFault(unsolicitedResponse, { id: "unknown", kind: "result", place: "before" }, options);
  expect(run.frames.map(({ frame }) => frame.kind)).toEqual(["head", "bytes"]);
});

test("to a notification over stdio it is all there is", async () => {
  const run = await runFault(
    unsolicitedResponse,
    { id: "null", kind: "error", place: "after" },
    { at: "$notification" },
  );
  expect(run.messages).toMatchObject([{ id: null, error: {} }]);
});
