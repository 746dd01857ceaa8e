import { expect, test } from "vitest";
import { emptyAnswer } from "./empty-answer.ts";
import { closes, sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["json", { "content-type": "application/json", "content-length": "0" }],
  ["event-stream", { "content-type": "text/event-stream", "content-length": "0" }],
  ["none", { "content-length": "0" }],
] as const)("200 with the type of %s", async (type, headers) => {
  const run = await runFault(emptyAnswer, { status: 200, type }, { shape: "http-json" });
  expect([sentHead(run), sentText(run), closes(run)]).toEqual([{ status: 200, headers }, "", ["end"]]);
});

test("204 has no length", async () => {
  const run = await runFault(emptyAnswer, { status: 204, type: "none" }, { shape: "http-json" });
  expect(sentHead(run)).toEqual({ status: 204, headers: {} });
});
