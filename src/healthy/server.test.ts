import { expect, test } from "vitest";
import { FakeClient, textOf } from "./testing/fake-client.ts";

const TOOLS = [
  "ping",
  "delay",
  "hang",
  "disconnect",
  "malformed_message",
  "duplicate_response",
  "response_after_cancellation",
  "protocol_ping_liveness",
  "oversized_response",
  "invalid_progress",
];

test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const)("a conversation at %s", (revision) => {
  const client = new FakeClient({ revision });
  expect(client.initialize()).toMatchObject({
    result: { protocolVersion: revision, serverInfo: { name: "mcp-failure-lab", version: "1.2.3" } },
  });
  expect(client.peer.revision).toBe(revision);
  expect(client.peer.clientName).toBe("fake");
  const { tools } = client.ask("tools/list").result as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(TOOLS);
  expect(client.callTool("ping").last).toEqual({
    jsonrpc: "2.0",
    id: expect.any(Number) as number,
    result: { content: [{ type: "text", text: '{"status":"ok","timestamp":"2026-01-01T00:00:00.000Z"}' }] },
  });
});

test.each(["stdio", "stateless"] as const)("a modern conversation over %s", (kind) => {
  const client = new FakeClient({ kind, revision: "2026-07-28" });
  expect(client.ask("server/discover").result).toMatchObject({
    supportedVersions: ["2026-07-28"],
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "mcp-failure-lab", version: "1.2.3" } },
  });
  expect(client.ask("tools/list").result).toMatchObject({ resultType: "complete", ttlMs: 0, cacheScope: "private" });
  const pong = client.callTool("ping").last;
  expect(textOf(pong)).toBe('{"status":"ok","timestamp":"2026-01-01T00:00:00.000Z"}');
  expect(pong.result).toMatchObject({ resultType: "complete" });
  expect(pong.result).not.toHaveProperty("ttlMs");
});
