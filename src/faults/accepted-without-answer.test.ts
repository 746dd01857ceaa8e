import { expect, test } from "vitest";
import { acceptedWithoutAnswer } from "./accepted-without-answer.ts";
import { closes, sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["http-json", "http-sse"] as const)("202 and nothing else, %s", async (shape) => {
  const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p1", progress: 1 } };
  const run = await runFault(acceptedWithoutAnswer, {}, { shape, before: shape === "http-sse" ? [progress] : [] });
  expect([sentHead(run)?.status, sentText(run), closes(run)]).toEqual([202, "", ["end"]]);
});
