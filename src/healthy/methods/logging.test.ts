import { expect, test } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { LOG_LEVELS } from "../log-level.ts";
import { createTestServer, FakeClient } from "../testing/fake-client.ts";

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** A client of a server with a tool that logs once at each level. */
function open(revision: "2025-11-25" | "2026-07-28") {
  const server = createTestServer();
  server.changes.tools.set("talk", {
    name: "talk",
    describe: () => ({ name: "talk", description: "Logs", inputSchema: { type: "object" } }),
    read: (args) => ({ args }),
    run(_args, call) {
      for (const level of LOG_LEVELS) call.log(level, { said: level }, "talk");
      return { content: [] };
    },
  });
  const client = new FakeClient({ on: server, revision });
  if (revision === "2025-11-25") client.initialize();
  return client;
}

function heard(client: FakeClient, meta?: JsonObject): unknown[] {
  const { sent } = client.callTool("talk", undefined, meta);
  return sent.slice(0, -1).map((message) => (message.params as JsonObject).level);
}

test("a legacy client hears everything until it chooses a level", () => {
  const client = open("2025-11-25");
  expect(heard(client)).toEqual(LOG_LEVELS);
  expect(client.ask("logging/setLevel", { level: "critical" }).result).toEqual({});
  expect(heard(client)).toEqual(["critical", "alert", "emergency"]);
  expect(client.callTool("talk").sent[0]).toEqual({
    jsonrpc: "2.0",
    method: "notifications/message",
    params: { level: "critical", logger: "talk", data: { said: "critical" } },
  });
});

test.each(["loud", undefined, 3])("the level %j is refused", (level) => {
  expect(open("2025-11-25").ask("logging/setLevel", { level })).toMatchObject({ error: { code: -32602 } });
});

test("a modern client hears what its request asks for, and nothing unasked", () => {
  const client = open("2026-07-28");
  expect(heard(client)).toEqual([]);
  expect(heard(client, { [LOG_LEVEL]: "alert" })).toEqual(["alert", "emergency"]);
  expect(heard(client, { [LOG_LEVEL]: "debug" })).toEqual(LOG_LEVELS);
  expect(heard(client)).toEqual([]);
});
