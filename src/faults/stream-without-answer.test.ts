import { expect, test } from "vitest";
import { streamWithoutAnswer } from "./stream-without-answer.ts";
import { closes, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["nothing", ""],
  ["comment", ": still here\n\n"],
  [
    "progress",
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p1","progress":1}}\n\n',
  ],
  ["event-id", "id: lost_1\ndata: \n\n"],
  ["endpoint", "event: endpoint\ndata: /message?sessionId=lost_1\n\n"],
] as const)("after %s the stream ends", async (after, expected) => {
  const run = await runFault(streamWithoutAnswer, { after, how: "end" }, { shape: "http-sse" });
  expect([sentText(run), closes(run)]).toEqual([expected, ["end"]]);
});

test.each(["cut", "reset"] as const)("or there is a %s", async (how) => {
  const run = await runFault(streamWithoutAnswer, { after: "nothing", how }, { shape: "http-sse" });
  expect([sentText(run), closes(run)]).toEqual(["", [how]]);
});

test("open: half open, until the client gives up", async () => {
  const run = await runFault(
    streamWithoutAnswer,
    { after: "comment", how: "open" },
    { shape: "http-sse", era: "modern", cancelAtMs: 700 },
  );
  expect(run).toMatchObject({ endedBy: "cancel", endedAtMs: 700, pendingTimers: 0 });
  expect(closes(run)).toEqual([]);
});

test("without a token there is no progress to send", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ping" } } as const;
  const run = await runFault(streamWithoutAnswer, { after: "progress", how: "end" }, { shape: "http-sse", request });
  expect([sentText(run), closes(run)]).toEqual(["", ["end"]]);
});
