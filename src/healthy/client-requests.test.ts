import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { ClientRequests } from "./client-requests.ts";
import { FakeChannel } from "./testing/fake-channel.ts";
import { FakeClient } from "./testing/fake-client.ts";

function setUp() {
  const clock = createFakeClock();
  const channel = new FakeChannel(new FakeClient().exchange("tools/call"));
  const requests = new ClientRequests();
  const send = (cancelOnTimeout = true) =>
    requests.send(channel, clock, { method: "roots/list", timeoutMs: 100, cancelOnTimeout });
  return { clock, channel, requests, send };
}

test("sends on the call's channel, and each answer reaches its own request", async () => {
  const { channel, clock, requests, send } = setUp();
  const first = send();
  const second = send();
  expect(channel.sent).toEqual([
    { jsonrpc: "2.0", id: "server-1", method: "roots/list" },
    { jsonrpc: "2.0", id: "server-2", method: "roots/list" },
  ]);
  requests.settle({ jsonrpc: "2.0", id: "server-2", result: { n: 2 } });
  requests.settle({ jsonrpc: "2.0", id: "server-1", error: { code: 5, message: "no" } });
  expect(await first).toEqual({ kind: "error", code: 5, message: "no" });
  expect(await second).toEqual({ kind: "result", result: { n: 2 } });
  expect([requests.pending, clock.pending]).toEqual([0, 0]);
});

test.each([
  ["no jsonrpc", { result: {} }],
  ["another jsonrpc", { jsonrpc: "1.0", result: {} }],
  ["both", { jsonrpc: "2.0", result: {}, error: { code: 1, message: "" } }],
  ["neither", { jsonrpc: "2.0" }],
  ["a result that is no object", { jsonrpc: "2.0", result: "pong" }],
  ["an error without a code", { jsonrpc: "2.0", error: { message: "no" } }],
])("an answer with %s is invalid", async (_what, answer) => {
  const { channel, clock, requests, send } = setUp();
  const reply = send();
  requests.settle({ id: "server-1", ...answer });
  expect(await reply).toEqual({ kind: "invalid" });
  expect([clock.pending, getEventListeners(channel.exchange.cancelled, "abort").length]).toEqual([0, 0]);
});

test("gives up after the time-out, and says so", async () => {
  const { channel, clock, requests, send } = setUp();
  const reply = send();
  await clock.advance(100);
  expect(await reply).toEqual({ kind: "timeout" });
  expect(channel.last).toMatchObject({ method: "notifications/cancelled", params: { requestId: "server-1" } });
  requests.settle({ jsonrpc: "2.0", id: "server-1", result: {} });
  expect(requests.pending).toBe(0);
});

test("gives up in silence where that is wanted", async () => {
  const { channel, clock, send } = setUp();
  const reply = send(false);
  await clock.advance(100);
  expect(await reply).toEqual({ kind: "timeout" });
  expect(channel.sent).toHaveLength(1);
});

test("ends with the call, and is not sent after it", async () => {
  const { channel, clock, requests, send } = setUp();
  const reply = send();
  channel.exchange.cancel();
  expect(await reply).toEqual({ kind: "cancelled" });
  expect(await send()).toEqual({ kind: "cancelled" });
  expect([channel.sent.length, requests.pending, clock.pending]).toEqual([1, 0, 0]);
});

test("ignores answers that nobody waits for", async () => {
  const { requests, send } = setUp();
  void send();
  for (const id of ["server-2", 1, null]) requests.settle({ jsonrpc: "2.0", id, result: {} });
  expect(requests.pending).toBe(1);
});
