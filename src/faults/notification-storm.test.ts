import { expect, test } from "vitest";
import { notificationStorm } from "./notification-storm.ts";
import { sentText, writes } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

const DEFAULTS = { list: "tools", count: 5, writes: "one", place: "after" } as const;

test("all in one write, as so many lines", async () => {
  const run = await runFault(notificationStorm, DEFAULTS);
  expect(writes(run)).toHaveLength(2);
  const [, storm = ""] = writes(run);
  expect(storm.trimEnd().split("\n")).toEqual(
    Array.from({ length: 5 }, () => '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'),
  );
});

test("each in a write of its own, before the answer", async () => {
  const run = await runFault(notificationStorm, {
    ...DEFAULTS,
    list: "prompts",
    count: 3,
    writes: "each",
    place: "before",
  });
  expect(run.messages.map(({ method }) => method)).toEqual([
    ...Array.from({ length: 3 }, () => "notifications/prompts/list_changed"),
    undefined,
  ]);
});

test("on a GET stream it comes by itself, and the stream stays open", async () => {
  const options = { shape: "http-sse", at: "$stream", stopAtMs: 500 } as const;
  const run = await runFault(notificationStorm, DEFAULTS, options);
  expect(sentText(run).match(/^data: /gm)).toHaveLength(5);
  expect(run).toMatchObject({ endedBy: "stop", endedAtMs: 500 });
});

test("on a modern subscription it follows the acknowledgement, and bears its id", async () => {
  const acknowledged = { jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged" };
  const request = { jsonrpc: "2.0", id: "s1", method: "subscriptions/listen" } as const;
  const run = await runFault(
    notificationStorm,
    { ...DEFAULTS, count: 1, writes: "each" },
    { era: "modern", request, before: [acknowledged] },
  );
  expect(run.messages.slice(0, 2)).toEqual([
    acknowledged,
    {
      jsonrpc: "2.0",
      method: "notifications/tools/list_changed",
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": "s1" } },
    },
  ]);
});
