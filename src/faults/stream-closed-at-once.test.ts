import { expect, test } from "vitest";
import { streamClosedAtOnce } from "./stream-closed-at-once.ts";
import { closes, sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["end", "cut", "reset"] as const)("200, and at once: %s", async (how) => {
  const run = await runFault(streamClosedAtOnce, { how }, { shape: "http-sse", at: "$stream" });
  expect(sentHead(run)).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
  expect([sentText(run), closes(run), run.endedAtMs]).toEqual(["", [how], 0]);
});
