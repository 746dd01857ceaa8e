import { describe, expect, test } from "vitest";
import { MAX_SUBSCRIPTIONS } from "../../base/limits.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { pingTool } from "../tools/ping-tool.ts";
import { createTestServer, FakeClient, settle } from "../testing/fake-client.ts";

const ALL = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

function open(kind: "stdio" | "stateless" = "stateless") {
  const server = createTestServer();
  const client = new FakeClient({ on: server, kind, revision: "2026-07-28" });
  const listen = (notifications: JsonObject, id: string | number = "listen:0") =>
    client.open("subscriptions/listen", { notifications }, id);
  return { server, client, listen };
}

const tag = (id: string | number) => ({ "io.modelcontextprotocol/subscriptionId": id });
const acknowledged = (granted: JsonObject, id: string | number) => ({
  jsonrpc: "2.0",
  method: "notifications/subscriptions/acknowledged",
  params: { notifications: granted, _meta: tag(id) },
});
const changed = (list: string, id: string | number) => ({
  jsonrpc: "2.0",
  method: `notifications/${list}/list_changed`,
  params: { _meta: tag(id) },
});

describe.each(["stdio", "stateless"] as const)("on %s", (kind) => {
  test.each(["listen:0", 0, 7, "7"])("is acknowledged first and tagged with the id %j in its own type", (id) => {
    const { server, listen } = open(kind);
    const channel = listen(ALL, id);
    expect(channel.sent).toEqual([acknowledged(ALL, id)]);
    server.changes.tools.set("more", pingTool);
    server.changes.prompts.delete("hello");
    server.changes.resources.delete("lab://about");
    server.changes.templates.delete("lab://squares/{n}");
    expect(channel.sent.slice(1)).toEqual([
      changed("tools", id),
      changed("prompts", id),
      changed("resources", id),
      changed("resources", id),
    ]);
    expect(channel.answers).toBe(0);
  });

  test("a cancel ends it in silence, and nothing follows", async () => {
    const { client, server, listen } = open(kind);
    const channel = listen(ALL);
    await settle(client);
    if (kind === "stdio") client.notify("notifications/cancelled", { requestId: "listen:0" });
    else channel.exchange.cancel();
    server.changes.prompts.delete("hello");
    await settle(client);
    expect(channel.sent).toHaveLength(1);
    expect(channel.ended).toBe(1);
  });

  test("the end of the server answers it at once, in the form of a complete result", async () => {
    const { client, server, listen } = open(kind);
    const channel = listen(ALL);
    await settle(client);
    server.close();
    expect(channel.last).toEqual({
      jsonrpc: "2.0",
      id: "listen:0",
      result: {
        resultType: "complete",
        _meta: {
          ...tag("listen:0"),
          "io.modelcontextprotocol/serverInfo": { name: "mcp-failure-lab", title: "MCP Failure Lab", version: "1.2.3" },
        },
      },
    });
    expect(channel.exchange.isCancelled).toBe(false);
    await settle(client);
    expect(channel.answers).toBe(1);
  });
});

test("the list that follows a notification is the new one", () => {
  const { client, server, listen } = open();
  listen(ALL);
  expect(JSON.stringify(client.ask("tools/list"))).toContain('"hang"');
  server.changes.tools.delete("hang");
  expect(JSON.stringify(client.ask("tools/list"))).not.toContain('"hang"');
});

test("only what was asked for is granted and sent; unknown members are dropped", () => {
  const { server, listen } = open();
  const channel = listen({ promptsListChanged: true, toolsListChanged: false, odd: true });
  server.changes.tools.set("more", pingTool);
  server.changes.resources.delete("lab://about");
  server.changes.resourceUpdated("lab://pixel");
  expect(channel.sent).toEqual([acknowledged({ promptsListChanged: true }, "listen:0")]);
});

test("updates of the resources that were named", () => {
  const { server, listen } = open();
  const channel = listen({ resourceSubscriptions: ["lab://pixel"] }, 5);
  server.changes.resourceUpdated("lab://about");
  server.changes.resourceUpdated("lab://pixel");
  expect(channel.sent).toEqual([
    acknowledged({ resourceSubscriptions: ["lab://pixel"] }, 5),
    { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "lab://pixel", _meta: tag(5) } },
  ]);
});

test("one peer's end leaves the subscriptions of others", () => {
  const { server, listen } = open();
  const channel = listen(ALL);
  const other = new FakeClient({ on: server, kind: "stdio", revision: "2026-07-28" });
  const theirs = other.open("subscriptions/listen", { notifications: ALL });
  other.peer.close();
  server.changes.prompts.delete("hello");
  expect([channel.answers, theirs.answers]).toEqual([0, 1]);
  expect(channel.last).toEqual(changed("prompts", "listen:0"));
});

test.each([undefined, [], "all", { resourceSubscriptions: "lab://pixel" }, { resourceSubscriptions: [7] }])(
  "a filter of %j is refused",
  (notifications) => {
    const { client } = open();
    expect(client.ask("subscriptions/listen", { notifications })).toMatchObject({ error: { code: -32602 } });
  },
);

test("subscriptions are bounded, and one that was cancelled gives its place back", () => {
  const { client, listen } = open();
  const first = listen({});
  for (let n = 1; n < MAX_SUBSCRIPTIONS; n++) listen({}, n);
  expect(client.ask("subscriptions/listen", { notifications: {} })).toMatchObject({ error: { code: -32603 } });
  first.exchange.cancel();
  expect(listen({}).last).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
});
