import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createFaultServer, type FaultServer } from "mcp-failure-lab";
import { afterEach, beforeEach, expect, test } from "vitest";

let lab: FaultServer;
let client: Client;

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
  await expect(client.callTool({ name: "hang" }, { timeout: 100 })).rejects.toThrow("Request timed out");
  await expect(client.callTool({ name: "ping" })).resolves.toBeDefined();
});

test("a connection that is cut in the middle of a call loses this call alone", async () => {
  await expect(client.callTool({ name: "disconnect" })).rejects.toThrow("fetch failed");
  await expect(client.callTool({ name: "ping" })).resolves.toBeDefined();
});

test("an overloaded gateway is told as what it is", async () => {
  await client.callTool({ name: "ping" });
  await client.callTool({ name: "ping" });
  await expect(client.callTool({ name: "ping" })).rejects.toMatchObject({ status: 503 });
  await expect(client.callTool({ name: "ping" })).resolves.toBeDefined();
  expect(lab.tallies()).toMatchObject([{ matched: 4, fired: 1 }]);
});
