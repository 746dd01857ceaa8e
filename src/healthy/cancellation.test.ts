import { describe, expect, test } from "vitest";
import { createTestServer, FakeClient, settle } from "./testing/fake-client.ts";

/** A client of a server with a tool that waits for its cancel, and for at most a second. */
function open(revision: "2025-11-25" | "2026-07-28", kind: "stdio" | "session" | "stateless" = "stdio") {
  const server = createTestServer();
  let worked = 0;
  server.changes.tools.set("wait", {
    name: "wait",
    describe: () => ({ name: "wait", description: "Waits", inputSchema: { type: "object" } }),
    read: (args) => ({ args }),
    async run(_args, call) {
      const passed = await call.clock.sleep(1000, call.exchange.cancelled);
      if (passed) worked++;
      call.progress(1);
      return { content: [{ type: "text", text: String(passed) }] };
    },
  });
  const client = new FakeClient({ on: server, kind, revision });
  if (revision === "2025-11-25") client.initialize();
  const wait = (id: string | number) => client.open("tools/call", { name: "wait", _meta: { progressToken: 1 } }, id);
  return { server, client, wait, worked: () => worked };
}

describe.each(["2025-11-25", "2026-07-28"] as const)("at %s", (revision) => {
  test.each([0, -1, 2 ** 53 - 1, "", "a"])("a cancel of id %j ends its request in silence", async (id) => {
    const { client, wait, worked } = open(revision);
    const [cancelled, other] = [wait(id), wait("other")];
    await settle(client);
    const notified = client.notify("notifications/cancelled", { requestId: id, reason: "enough" });
    await client.server.clock.advance(2000);
    expect([cancelled.sent, cancelled.answers, cancelled.ended]).toEqual([[], 0, 1]);
    expect(cancelled.exchange.isCancelled).toBe(true);
    expect(other.last).toHaveProperty("result");
    expect([worked(), client.server.clock.pending]).toEqual([1, 0]);
    expect([notified.sent, notified.ended, notified.status]).toEqual([[], 1, 202]);
  });

  test("ids are told apart by their type", async () => {
    const { client, wait } = open(revision);
    const [number, text] = [wait(1), wait("1")];
    await settle(client);
    client.notify("notifications/cancelled", { requestId: "1" });
    await client.server.clock.advance(1000);
    expect([number.answers, text.answers]).toEqual([1, 0]);
  });

  test("what names no running request is ignored", async () => {
    const { client, wait } = open(revision);
    const running = wait(1);
    await settle(client);
    for (const params of [
      undefined,
      {},
      { requestId: null },
      { requestId: [1] },
      { requestId: 99 },
      { requestId: "1" },
    ])
      expect(client.notify("notifications/cancelled", params as never).sent).toEqual([]);
    for (const method of ["notifications/unknown", "notifications/roots/list_changed", "notifications/progress"])
      expect(client.notify(method).sent).toEqual([]);
    await client.server.clock.advance(1000);
    expect(running.last).toHaveProperty("result");
    client.notify("notifications/cancelled", { requestId: 1 });
    expect([running.answers, running.exchange.isCancelled]).toEqual([1, false]);
  });

  test("one id in use twice: both are answered, a cancel reaches both", async () => {
    const { client, wait } = open(revision);
    const [first, second] = [wait(1), wait(1)];
    await client.server.clock.advance(1000);
    expect([first.answers, second.answers]).toEqual([1, 1]);
    const [third, fourth] = [wait(1), wait(1)];
    await settle(client);
    client.notify("notifications/cancelled", { requestId: 1 });
    await client.server.clock.advance(1000);
    expect([third.answers, fourth.answers]).toEqual([0, 0]);
  });

  test("the end of the peer cancels what runs", async () => {
    const { client, wait, worked } = open(revision);
    const running = wait(1);
    await settle(client);
    client.peer.close();
    await client.server.clock.advance(2000);
    expect([running.sent, running.ended, worked()]).toEqual([[], 1, 0]);
    expect(client.server.clock.pending).toBe(0);
  });
});

test("the end of the server ends all its peers", async () => {
  const { client, server, wait } = open("2025-11-25", "session");
  const running = wait(1);
  await settle(client);
  server.close();
  await settle(client);
  expect([running.exchange.isCancelled, running.answers]).toEqual([true, 0]);
});

test("without a session an id reaches nothing: many clients share it", async () => {
  const { client, wait } = open("2026-07-28", "stateless");
  const running = wait(1);
  await settle(client);
  expect(client.notify("notifications/cancelled", { requestId: 1 }).status).toBe(202);
  await client.server.clock.advance(1000);
  expect(running.answers).toBe(1);
});

test("without a session the closed request is the cancel", async () => {
  const { client, wait, worked } = open("2026-07-28", "stateless");
  const running = wait(1);
  await settle(client);
  running.exchange.cancel();
  await client.server.clock.advance(2000);
  expect([running.sent, worked(), client.server.clock.pending]).toEqual([[], 0, 0]);
});

test("initialize is answered at once: nothing of it can be cancelled", () => {
  const client = new FakeClient();
  client.initialize();
  client.notify("notifications/cancelled", { requestId: 1 });
  expect(client.peer.revision).toBe("2025-11-25");
});
