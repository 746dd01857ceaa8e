import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { afterEach, describe, expect, test } from "vitest";
import { createFaultServer, LabError, type FaultServer, type FaultServerOptions } from "../../src/index.ts";

const URL_IN_MEMORY = new URL("http://localhost/mcp");
const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function serverWith(options: FaultServerOptions = {}): Promise<FaultServer> {
  const server = await createFaultServer(options);
  open.push(server);
  return server;
}

async function clientOf(
  server: FaultServer,
  mode: "legacy" | { pin: "2026-07-28" },
): Promise<{ client: Client; errors: string[] }> {
  const client = new Client({ name: "library-test", version: "1" }, { versionNegotiation: { mode } });
  const errors: string[] = [];
  client.onerror = (error) => errors.push(error.message);
  await client.connect(new StreamableHTTPClientTransport(URL_IN_MEMORY, { fetch: server.fetch }));
  open.push(client);
  return { client, errors };
}

describe.each([["legacy"], [{ pin: "2026-07-28" as const }]] as const)("the SDK client over fetch, %j", (mode) => {
  test("is served without a socket", async () => {
    const { client } = await clientOf(await serverWith(), mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("duplicate_response");
    expect(await client.callTool({ name: "ping" })).toMatchObject({ content: [{ type: "text" }] });
  });

  test("sees a cut connection as its own fetch would show it, and goes on", async () => {
    const { client } = await clientOf(await serverWith(), mode);
    await expect(client.callTool({ name: "disconnect" })).rejects.toThrow("fetch failed");
    await expect(client.callTool({ name: "ping" })).resolves.toBeDefined();
  });

  test("meets what a rule arms, and the server says what fired", async () => {
    const fired: string[] = [];
    const server = await serverWith({
      rules: ["tools/call:ping#2 http_status status=503"],
      onFired: ({ rule, method }) => fired.push(`${rule} ${method}`),
    });
    const { client } = await clientOf(server, mode);
    await client.callTool({ name: "ping" });
    await expect(client.callTool({ name: "ping" })).rejects.toMatchObject({ status: 503 });
    await client.callTool({ name: "ping" });
    expect(fired).toEqual(["rule-1 tools/call"]);
    expect(server.tallies()).toMatchObject([{ rule: "rule-1", matched: 3, fired: 1 }]);
  });

  test("cancels: the call ends on both sides", async () => {
    const { client } = await clientOf(await serverWith(), mode);
    await expect(client.callTool({ name: "hang" }, { timeout: 50 })).rejects.toThrow("Request timed out");
    await expect(client.callTool({ name: "ping" })).resolves.toBeDefined();
  });
});

describe("a linked transport", () => {
  test("joins the SDK client v2 and shows it every message", async () => {
    const server = await serverWith();
    const client = new Client({ name: "library-test", version: "1" });
    const errors: string[] = [];
    client.onerror = (error) => errors.push(error.message);
    await client.connect(server.connect());
    open.push(client);
    await client.callTool({ name: "duplicate_response" });
    await expect.poll(() => errors).toEqual([expect.stringContaining("unknown message ID")]);
  });

  test("joins the SDK client v1, and ends with a disconnect", async () => {
    const server = await serverWith();
    const client = new ClientV1({ name: "library-test", version: "1" });
    const closed = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    await client.connect(server.connect());
    await expect(client.callTool({ name: "disconnect" })).rejects.toThrow("Connection closed");
    await closed;
  });
});

test("a witness tells a lost answer from a lost request", async () => {
  const server = await serverWith({ tools: "all", rules: ["tools/call:witness disconnect"] });
  const { client } = await clientOf(server, { pin: "2026-07-28" });
  await expect(client.callTool({ name: "witness", arguments: { marker: "a" } })).rejects.toThrow("fetch failed");
  expect(server.ledger()).toEqual([{ tool: "witness", args: { marker: "a" }, asked: 1, executed: 1 }]);
});

test("rules that could never act are refused with what is allowed", async () => {
  await expect(createFaultServer({ rules: ["tools/call hnag"] })).rejects.toThrow('did you mean "hang"?');
  await expect(createFaultServer({ rules: ["tools/call"] })).rejects.toBeInstanceOf(LabError);
});

test("the same server listens on a socket", async () => {
  const server = await serverWith();
  const listening = await server.listen();
  open.push(listening);
  const client = new Client({ name: "library-test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(listening.url)));
  await expect(client.callTool({ name: "ping" })).resolves.toBeDefined();
  await client.close();
});
