import { Buffer } from "node:buffer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, modern, modernHeaders, POST_HEADERS, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";

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

describe("SPEC 3: no request ends the process, however broken", () => {
  test.each(["PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW"])("method %s", async (method) => {
    const connection = await connectRaw(server.port);
    connection.request({ method, headers: { "Content-Length": "0" } });
    const answered = await connection.response().then(
      ({ status }) => status,
      () => "closed",
    );
    expect([400, 404, 405, "closed"]).toContain(answered);
    connection.destroy();
    expect(await isAlive()).toBe(true);
  });

  test("a wrong method names those that are good", async () => {
    const response = await request(server.port, { method: "PUT", headers: good().headers, body: discover });
    expect(response.status).toBe(405);
    expect(response.header("allow")).toMatch(/POST/);
  });

  test.each(["application/json", "text/event-stream", "text/html", undefined])(
    "a legacy POST that does not accept both kinds of answer is 406: %s",
    async (accept) => {
      const headers = { "Content-Type": "application/json", Accept: accept };
      const response = await request(server.port, { headers, body: call(1, "ping") });
      expect(response.status).toBe(406);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: 1, error: {} });
    },
  );

  test.each(["*/*", "application/*, text/*", "text/event-stream;q=0.5, application/json"])(
    "Accept %s is good",
    async (accept) => {
      const headers = { "Content-Type": "application/json", Accept: accept };
      expect((await request(server.port, { headers, body: call(1, "ping") })).status).toBe(200);
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx", undefined])(
    "content type %j is 415",
    async (type) => {
      const headers = { ...good().headers, "Content-Type": type };
      const response = await request(server.port, { headers, body: discover });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: {} });
      expect(await isAlive()).toBe(true);
    },
  );

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/json ;charset=UTF-8"])(
    "content type %s is good",
    async (type) => {
      const response = await request(server.port, {
        headers: { ...good().headers, "Content-Type": type },
        body: discover,
      });
      expect(response.status).toBe(200);
    },
  );

  test.each([
    ["no JSON", "{oops", -32700],
    ["nothing", "", -32700],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), -32700],
    ["a number", "7", -32600],
    ["an id of null", JSON.stringify({ jsonrpc: "2.0", id: null, method: "ping" }), -32600],
    ["deep nesting", "[".repeat(100_000) + "]".repeat(100_000), -32700],
  ])("a body of %s is 400 with a JSON-RPC error", async (_, body, code) => {
    const response = await request(server.port, { headers: POST_HEADERS, body });
    expect(response.status).toBe(400);
    const { error, id } = (await response.json()) as { error: { code: number }; id: unknown };
    expect([id ?? null, error.code]).toEqual([null, code]);
    expect(await isAlive()).toBe(true);
  });

  test("a body that is too large is 413", async () => {
    const connection = await connectRaw(server.port);
    connection.request({ headers: { ...POST_HEADERS, "Content-Length": String(1024 ** 3) } });
    connection.send("x".repeat(100_000));
    expect((await connection.response()).status).toBe(413);
    connection.destroy();
    const chunked = await connectRaw(server.port);
    chunked.request({ headers: { ...POST_HEADERS, "Transfer-Encoding": "chunked" } });
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    for (let i = 0; i < 80; i++) chunked.send(chunk);
    expect((await chunked.response()).status).toBe(413);
    expect(await isAlive()).toBe(true);
  });

  test("a huge header is refused", async () => {
    const connection = await connectRaw(server.port);
    connection.send(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(1_000_000)}\r\n\r\n`);
    const answered = await connection.response().then(
      ({ status }) => status,
      () => "closed",
    );
    expect([431, 400, "closed"]).toContain(answered);
    expect(await isAlive()).toBe(true);
  });

  test.each([
    ["half a head", "POST /mcp HTT"],
    [
      "half a body",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"jsonrpc":`,
    ],
    [
      "half a chunk",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{`,
    ],
    [
      "a broken chunk",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{`,
    ],
    ["two lengths", `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
    [
      "a length and chunks",
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a negative length", `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n`],
    ["TLS", Buffer.from("16030100", "hex")],
    ["noise", Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256))],
    ["a target with a null", "POST /mcp\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["an upgrade", "GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
    ["an expectation", `POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\nContent-Length: 0\r\n\r\n`],
    ["HTTP/1.0", "POST /mcp HTTP/1.0\r\n\r\n"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["line ends alone", "\r\n\r\n\r\n\r\n"],
  ])("%s, and then a reset", async (_, bytes) => {
    const connection = await connectRaw(server.port);
    connection.send(bytes);
    expect(await isAlive()).toBe(true);
    connection.reset();
    expect(await isAlive()).toBe(true);
  });

  test("a client that waits for 100 Continue gets it", async () => {
    const connection = await connectRaw(server.port);
    const body = JSON.stringify(discover);
    const headers = { ...good().headers, Expect: "100-continue", "Content-Length": String(Buffer.byteLength(body)) };
    connection.request({ headers });
    connection.send(body);
    expect((await connection.response()).status).toBe(200);
  });

  test("requests one after another, also sent ahead, are answered in order on one connection", async () => {
    const connection = await connectRaw(server.port);
    for (let id = 0; id < 20; id++) {
      const message = modern(call(id, id % 2 === 0 ? "ping" : "duplicate_response"));
      connection.request({ headers: modernHeaders(message), body: message });
    }
    for (let id = 0; id < 20; id++) {
      const response = await connection.response();
      const messages = id % 2 === 0 ? [await response.json()] : await response.messages();
      expect(messages.map((message) => message["id"] as unknown)).toEqual(id % 2 === 0 ? [id] : [id, id]);
    }
  });

  test("hundreds of broken requests at one time", async () => {
    const all = await Promise.all(Array.from({ length: 300 }, () => connectRaw(server.port)));
    for (const [index, connection] of all.entries())
      connection.send(index % 2 === 0 ? "POST /mcp HTTP/1.1\r\nHo" : "x\r\n\r\n");
    for (const connection of all) connection.reset();
    expect(await isAlive()).toBe(true);
  });
});
