import { expect, test } from "vitest";
import { gluedMessages } from "./glued-messages.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  ["progress-first", [undefined, 1]],
  ["answer-first", [1, undefined]],
] as const)("%s, in one write", async (order, ids) => {
  const run = await runFault(gluedMessages, { order });
  expect(writes(run)).toHaveLength(1);
  const messages = sentText(run)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { id?: number; params?: object });
  expect(messages.map(({ id }) => id)).toEqual(ids);
  expect(messages.find(({ id }) => id === undefined)?.params).toEqual({ progressToken: "p1", progress: 1, total: 1 });
});

test("over an event stream they are two events in one write", async () => {
  const run = await runFault(gluedMessages, { order: "answer-first" }, { shape: "http-sse" });
  expect(writes(run)).toHaveLength(1);
  expect(sentText(run).match(/^data: /gm)).toHaveLength(2);
});
