import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createFaultServer } from "mcp-failure-lab";

let lab;
let client;

beforeEach(async () => {
  // The rule makes the third tool call meet an overloaded gateway.
  lab = await createFaultServer({ rules: ["tools/call#3 http_status status=503"] });
  client = new Client({ name: "example", version: "1.0.0" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), { fetch: lab.fetch }));
});

afterEach(async () => {
  await client.close();
  await lab.close();
});

test("a call that is never answered ends at its time limit, and the connection lives on", async () => {
  await assert.rejects(client.callTool({ name: "hang" }, { timeout: 100 }), /Request timed out/);
  await client.callTool({ name: "ping" });
});

test("a connection that is cut in the middle of a call loses this call alone", async () => {
  await assert.rejects(client.callTool({ name: "disconnect" }), /fetch failed/);
  await client.callTool({ name: "ping" });
});

test("an overloaded gateway is told as what it is", async () => {
  await client.callTool({ name: "ping" });
  await client.callTool({ name: "ping" });
  await assert.rejects(client.callTool({ name: "ping" }), { status: 503 });
  await client.callTool({ name: "ping" });
  const [{ matched, fired }] = lab.tallies();
  assert.deepEqual({ matched, fired }, { matched: 4, fired: 1 });
});
