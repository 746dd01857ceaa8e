import { expect, test } from "vitest";
import { createTestServer, FakeClient } from "./testing/fake-client.ts";

test("legacy clients hear of every list, as soon as they are ready", () => {
  const server = createTestServer();
  const [stdio, session] = [new FakeClient({ on: server }), new FakeClient({ on: server, kind: "session" })];
  const early = new FakeClient({ on: server });
  const stateless = new FakeClient({ on: server, kind: "stateless" });
  for (const client of [stdio, session, stateless]) client.initialize();
  early.open("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  server.changes.tools.delete("hang");
  server.changes.prompts.delete("hello");
  server.changes.resources.delete("lab://about");
  const all = ["tools", "prompts", "resources"].map((list) => ({
    jsonrpc: "2.0",
    method: `notifications/${list}/list_changed`,
  }));
  expect(stdio.pushed).toEqual(all);
  expect(session.pushed).toEqual(all);
  expect([early.pushed, stateless.pushed]).toEqual([[], []]);
});

test("what changes nothing is not announced", () => {
  const client = new FakeClient();
  client.initialize();
  expect(client.server.changes.tools.delete("nothing")).toBe(false);
  expect(client.pushed).toEqual([]);
});

test("initialized before initialize does not count", () => {
  const client = new FakeClient();
  client.notify("notifications/initialized");
  client.server.changes.tools.delete("hang");
  expect(client.pushed).toEqual([]);
});
