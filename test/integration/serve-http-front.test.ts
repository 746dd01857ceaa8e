import { createServer, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, initialize, modern, modernHeaders, POST_HEADERS, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { openHttp, start, startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await startHttp();
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

const discover = modern(rpc(1, "server/discover"));
const good = () => ({ headers: modernHeaders(discover), body: discover });

/** The server still serves, it is the same process, and has written nothing on stdout. */
async function isAlive({ port, process } = server): Promise<boolean> {
  const response = await request(port, good());
  const { id, result } = await response.json();
  return response.status === 200 && id === 1 && result !== undefined && process.lines.length === 0;
}

describe("SPEC 3: where it listens", () => {
  test("the address is printed on stderr, and stdout stays empty", async () => {
    expect(server.process.stderr).toContain(`http://127.0.0.1:${server.port}/mcp`);
    expect(await isAlive()).toBe(true);
  });

  test("stdin is not read: its end ends nothing", async () => {
    server.process.send("noise\n");
    server.process.endStdin();
    expect(await isAlive()).toBe(true);
  });

  test("--path is the path that is served", async () => {
    const other = await startHttp("--path", "/other");
    expect((await request(other.port, { ...good(), target: "/other" })).status).toBe(200);
    expect((await request(other.port, { ...good(), target: "/other?x=1" })).status).toBe(200);
    expect((await request(other.port, good())).status).toBe(404);
  });

  test("a port that is taken: exit 1, one explanation on stderr, stdout empty", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = taken.address() as AddressInfo;
      const process = start("serve", "--transport", "http", "--port", String(port), "--rule", "tools/call hang");
      expect(await process.exit()).toEqual({ code: 1, signal: null });
      expect(process.stderr).toMatch(new RegExp(`^mcp-failure-lab: Port ${port} on 127.0.0.1 is taken\nhint: .*\n$`));
      expect(process.stderr).not.toMatch(/^ {4}at /m);
      expect(process.lines).toEqual([]);
    } finally {
      taken.close();
    }
  });

  test.each([
    "0.0.0.0",
    "::",
    "[::]",
    "0",
    "0x0",
    "00.0.0.0",
    "0.0",
    "0:0:0:0:0:0:0:0",
    "::0",
    "::ffff:0.0.0.0",
    "::ffff:0:0",
  ])("a wildcard is refused: %s, also with --allow-remote", async (host) => {
    const process = start("serve", "--transport", "http", "--port", "0", "--host", host, "--allow-remote");
    expect(await process.exit()).toEqual({ code: 1, signal: null });
    expect(process.stderr).toMatch(/^mcp-failure-lab: .*\n/);
    expect(process.stderr).not.toContain("listening");
    expect(process.lines).toEqual([]);
  });

  test("a host that is not loopback needs --allow-remote", async () => {
    const process = start("serve", "--transport", "http", "--port", "0", "--host", "192.0.2.1");
    expect(await process.exit()).toEqual({ code: 1, signal: null });
    expect(process.stderr).toContain("--allow-remote");
  });
});

describe("SPEC 3: path, Host and Origin come before anything else", () => {
  test.each(["/", "/mcp/", "/mcpx", "/MCP", "//mcp", "/other?x=/mcp", "/%6dcp"])(
    "another path is 404: %s",
    async (target) => {
      const response = await request(server.port, { ...good(), target });
      expect(response.status).toBe(404);
      await response.ending();
    },
  );

  test.each([
    "//",
    "///",
    "*",
    "http://",
    "http:///mcp",
    "/\\",
    "?",
    "/mcp#x",
    "/%",
    "x",
    "http://[::1",
    "127.0.0.1:80",
  ])("a strange target is survived: %s", async (target) => {
    const response = await request(server.port, { ...good(), target });
    expect([200, 400, 403, 404]).toContain(response.status);
    await response.ending();
    expect(await isAlive()).toBe(true);
  });

  test("the whole address as target is understood", async () => {
    const response = await request(server.port, { ...good(), target: `http://127.0.0.1:${server.port}/mcp` });
    expect([200, 404]).toContain(response.status);
    expect(await isAlive()).toBe(true);
  });

  test.each([
    "evil.example.com",
    "evil.example.com:80",
    "127.0.0.1.evil.example.com",
    "localhost.evil.example.com",
    "127.0.0.2",
    "",
    "localhost:80:80",
    "user@localhost",
    "[::2]",
    "0.0.0.0",
  ])("a foreign Host is 403 with a JSON-RPC error: %j", async (host) => {
    const response = await request(server.port, { headers: { ...good().headers, Host: host }, body: discover });
    expect(response.status).toBe(403);
    expect(response.type).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) as unknown } });
  });

  test.each([
    "http://evil.example.com",
    "https://evil.example.com:3000",
    "null",
    "http://127.0.0.1.evil.example.com",
    "http://[::2]",
    "x",
  ])("a foreign Origin is 403 with a JSON-RPC error: %s", async (origin) => {
    const response = await request(server.port, { headers: { ...good().headers, Origin: origin }, body: discover });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) as unknown } });
  });

  test.each([
    ["127.0.0.1", "http://127.0.0.1"],
    ["localhost", "http://localhost:1"],
    ["LOCALHOST:9", "http://LocalHost:9"],
    ["[::1]:65535", "http://[::1]:5"],
    ["127.0.0.1:1", "https://127.0.0.1:8443"],
  ])("%s and %s are good with any port", async (host, origin) => {
    const headers = { ...good().headers, Host: host, Origin: origin };
    expect((await request(server.port, { headers, body: discover })).status).toBe(200);
  });

  test("nothing is executed for a foreign Host or Origin", async () => {
    const session = await openHttp(server, "session");
    for (const foreign of [{ Host: "evil.example.com" }, { Origin: "http://evil.example.com" }]) {
      const headers = { ...POST_HEADERS, "Mcp-Session-Id": session.session, ...foreign };
      const refused = await request(server.port, {
        headers,
        body: call(1, "session_loss", { activation: "after_response" }),
      });
      expect(refused.status).toBe(403);
      const deleted = await request(server.port, {
        method: "DELETE",
        headers: { "Mcp-Session-Id": session.session, ...foreign },
      });
      expect(deleted.status).toBe(403);
    }
    expect(statusOf(await (await session.call(2, "ping")).json())).toMatchObject({ status: "ok" });
    const opened = await request(server.port, {
      headers: { ...POST_HEADERS, Host: "evil.example.com" },
      body: initialize(),
    });
    expect(opened.header("mcp-session-id")).toBeUndefined();
  });

  test("a missing Host is refused", async () => {
    const response = await request(server.port, { headers: { ...good().headers, Host: undefined }, body: discover });
    expect([400, 403]).toContain(response.status);
    expect(await isAlive()).toBe(true);
  });
});
