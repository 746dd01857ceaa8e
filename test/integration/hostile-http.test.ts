import { Buffer } from "node:buffer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { initialize, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { openHttp, startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";

// HTTP as no good client speaks it, byte by byte: what is answered, whether the connection is left open, and that nothing that was
// hidden in a request is taken for another one.

const JSON_TYPE = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
const BODY = JSON.stringify(rpc(1, "ping"));
/** A request that would open a session: where it was hidden in another one, it must not be seen. */
const HIDDEN = post(JSON.stringify(initialize("hidden")));

let server: HttpServer;

beforeAll(async () => {
  server = await startHttp("--conformance");
});
afterEach(closeAllConnections);
afterAll(async () => {
  server.process.kill("SIGTERM");
  expect(await server.process.exit()).toEqual({ code: 0, signal: null });
  expect(server.process.stderr).not.toContain("internal error");
  await endAllRaw();
});

/** One whole request; `first` replaces the request line. */
function post(body: string | Buffer = BODY, headers = "", first = "POST /mcp HTTP/1.1"): string {
  return `${first}\r\nHost: localhost\r\n${JSON_TYPE}Content-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${String(body)}`;
}

/** A POST whose body travels in chunks, as they stand here. */
function chunked(chunks: string, headers = ""): string {
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n${headers}\r\n${chunks}`;
}

const size = BODY.length.toString(16);

/**
 * Sends `bytes`, then a good request. `[statuses of what was answered before it, or the connection was closed]`: a good request that is
 * answered shows that the connection stands where it should.
 */
async function afterwards(bytes: string | Buffer): Promise<{ statuses: number[]; isOpen: boolean; bodies: string }> {
  const connection = await connectRaw(server.port);
  connection.send(bytes);
  connection.send(post(JSON.stringify(rpc("last", "ping"))));
  for (;;) {
    const response = await connection.response().catch(() => undefined);
    const isLast = response !== undefined && (await response.text().catch(() => "")).includes('"last"');
    if (response !== undefined && !isLast) continue;
    const all = connection.responses.slice(0, isLast ? -1 : undefined);
    connection.destroy();
    return {
      statuses: all.map(({ status }) => status),
      isOpen: isLast,
      bodies: all.map(({ bodySoFar }) => bodySoFar).join(""),
    };
  }
}

describe("is answered, and the connection goes on", () => {
  test.each([
    ["a good request", post(), [200]],
    ["two at once", post() + post(), [200, 200]],
    ["one after a broken body", post("{oops") + post(), [400, 200]],
    ["blank lines before it", `\r\n\r\n${post()}`, [200]],
    ["chunks", chunked(`${size}\r\n${BODY}\r\n0\r\n\r\n`), [200]],
    ["chunks with extensions and a trailer", chunked(`${size};a=b\r\n${BODY}\r\n0\r\nX-Trailer: x\r\n\r\n`), [200]],
    ["one chunk a byte", chunked(`${BODY.replaceAll(/./g, "1\r\n$&\r\n")}0\r\n\r\n`), [200]],
    ["an empty chunked body", chunked("0\r\n\r\n"), [400]],
    ["an absolute target", post(BODY, "", "POST http://localhost:1/mcp HTTP/1.1"), [200]],
    ["a query and a fragment", post(BODY, "", "POST /mcp?a=b#c HTTP/1.1"), [200]],
    ["HTTP/1.0 that keeps alive", post(BODY, "Connection: keep-alive\r\n", "POST /mcp HTTP/1.0"), [200]],
    ["OPTIONS", post(BODY, "", "OPTIONS /mcp HTTP/1.1"), [405]],
    ["TRACE", post(BODY, "", "TRACE /mcp HTTP/1.1"), [405]],
    ["PUT", post(BODY, "", "PUT /mcp HTTP/1.1"), [405]],
    ["GET with a body", post(BODY, "", "GET /mcp HTTP/1.1"), [400]],
    ["DELETE with a body", post(BODY, "", "DELETE /mcp HTTP/1.1"), [400]],
    ["an expectation that nobody knows", post(BODY, "Expect: a-miracle\r\n"), [417]],
    ["another path", post(BODY, "", "POST /other HTTP/1.1"), [404]],
    ["OPTIONS *", post(BODY, "", "OPTIONS * HTTP/1.1"), [404]],
    ["a foreign Host", post().replace("localhost", "evil.example.com"), [403]],
    ["a second, foreign Host", post(BODY, "Host: evil.example.com\r\n"), [403]],
    ["the same Host twice", post(BODY, "Host: localhost\r\n"), [403]],
    ["a foreign address as target", post(BODY, "", "POST http://evil.example.com/mcp HTTP/1.1"), [403]],
    ["a second, foreign Origin", post(BODY, "Origin: http://localhost\r\nOrigin: http://evil.example.com\r\n"), [403]],
    ["another content type", post().replace("application/json\r\n", "text/plain\r\n"), [415]],
    ["a second content type", post(BODY, "Content-Type: text/plain\r\n"), [415]],
    ["a session id twice", post(BODY, "Mcp-Session-Id: a\r\nMcp-Session-Id: b\r\n"), [404]],
    ["a version twice", post(BODY, "MCP-Protocol-Version: 2025-11-25\r\nMCP-Protocol-Version: 2025-11-25\r\n"), [400]],
  ])("%s", async (_, bytes, statuses) => {
    expect(await afterwards(bytes)).toMatchObject({ statuses, isOpen: true });
  });

  test("an upgrade that nobody needs, as clients of HTTP/2 ask for it first", async () => {
    const connection = await connectRaw(server.port);
    connection.send(post(BODY, "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"));
    expect(await (await connection.response()).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    connection.send(post());
    expect(await (await connection.response()).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("HEAD, with the head alone", async () => {
    const connection = await connectRaw(server.port);
    connection.send("HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect((await connection.response()).status).toBe(405);
  });

  test("a client that asks first whether to send the body", async () => {
    const connection = await connectRaw(server.port);
    const [head, body] = post(BODY, "Expect: 100-continue\r\n").split("\r\n\r\n");
    connection.send(`${head}\r\n\r\n`);
    connection.send(body ?? "");
    expect(await (await connection.response()).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });
});

describe("is answered, and the connection is closed", () => {
  test.each([
    ["HTTP/1.0", post(BODY, "", "POST /mcp HTTP/1.0"), 200],
    ["Connection: close", post(BODY, "Connection: close\r\n"), 200],
    ["no Host", post().replace("Host: localhost\r\n", ""), 400],
    ["a length twice", post(BODY, `Content-Length: ${BODY.length}\r\n`), 400],
    ["two lengths", post(BODY, "Content-Length: 1\r\n"), 400],
    ["a list of lengths", post().replace(/Length: (\d+)/, "Length: $1, $1"), 400],
    ["a length with a sign", post().replace("Length: ", "Length: +"), 400],
    ["a hexadecimal length", post().replace(/Length: \d+/, "Length: 0x2a"), 400],
    ["a space before the colon", post().replace("Length:", "Length :"), 400],
    ["a length and chunks", post(BODY, "Transfer-Encoding: chunked\r\n"), 400],
    ["an encoding that is none", post().replace(/Content-Length: \d+/, "Transfer-Encoding: identity"), 400],
    ["a folded header", post(BODY, "X: a\r\n b\r\n"), 400],
    ["a null in a header", post(BODY, "X: a\0b\r\n"), 400],
    ["a bare CR in a header", post(BODY, "X: a\rb\r\n"), 400],
    ["line feeds alone", post().replaceAll("\r\n", "\n"), 400],
    ["a chunk without a size", chunked(`zz\r\n${BODY}\r\n0\r\n\r\n`), 400],
    ["a negative chunk", chunked(`-5\r\n${BODY}\r\n0\r\n\r\n`), 400],
    ["a chunk of 2^72 bytes", chunked(`ffffffffffffffffff\r\n${BODY}\r\n0\r\n\r\n`), 400],
    ["a chunk with line feeds", chunked(`${size}\n${BODY}\n0\n\n`), 400],
    ["a chunk that is longer than it says", chunked(`1\r\n${BODY}\r\n0\r\n\r\n`), 400],
    ["a method in lower case", post(BODY, "", "post /mcp HTTP/1.1"), 400],
    ["a target that is no ASCII", Buffer.from(post(BODY, "", "POST /m\u00e9 HTTP/1.1"), "latin1"), 400],
    ["half a request line", "GET\r\n\r\n", 400],
    ["TLS", Buffer.from("160301020001", "hex"), 400],
    ["a header of 20 kB", post(BODY, `X: ${"x".repeat(20_000)}\r\n`), 431],
    ["3,000 headers", post(BODY, Array.from({ length: 3_000 }, (_, i) => `x${i}: y\r\n`).join("")), 431],
    ["a target of 20 kB", post(BODY, "", `POST /${"x".repeat(20_000)} HTTP/1.1`), 431],
  ])("%s", async (_, bytes, status) => {
    expect(await afterwards(bytes)).toMatchObject({ statuses: [status], isOpen: false });
  });

  test("CONNECT is closed without a word", async () => {
    const connection = await connectRaw(server.port);
    connection.send("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(await connection.closed()).toBe("fin");
    expect(connection.responses).toEqual([]);
  });

  test("bytes after a request that are none: it is answered first", async () => {
    const connection = await connectRaw(server.port);
    connection.send(`${post()}garbage\r\n\r\n`);
    expect(await (await connection.response()).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    await connection.closed();
    expect(connection.responses).toHaveLength(1);
  });

  test("bytes that are none while an event stream is open never get into it", async () => {
    const client = await openHttp(server, "modern");
    const connection = await client.open(
      rpc("l", "subscriptions/listen", { notifications: { toolsListChanged: true } }),
    );
    const stream = await connection.response();
    await stream.message();
    connection.send("garbage\r\n\r\n");
    await client.call(1, "test_trigger_tool_change");
    expect(await stream.message()).toMatchObject({ method: "notifications/tools/list_changed" });
    expect(stream.bodySoFar).not.toContain("HTTP/1.1");
  });
});

describe("a request that is hidden in another one is never seen", () => {
  test.each([
    ["the body of a refused path", post(HIDDEN, "", "POST /other HTTP/1.1"), [404]],
    ["the body for a foreign Host", post(HIDDEN).replace("localhost", "evil.example.com"), [403]],
    ["the body of another type", post(HIDDEN).replace("application/json\r\n", "text/plain\r\n"), [415]],
    ["the body of another method", post(HIDDEN, "", "PUT /mcp HTTP/1.1"), [405]],
    ["the body of a GET", post(HIDDEN, "", "GET /mcp HTTP/1.1"), [400]],
    ["a body that is no JSON", post(HIDDEN), [400]],
    ["what follows a length and chunks", post(`0\r\n\r\n${HIDDEN}`, "Transfer-Encoding: chunked\r\n"), [400]],
    ["what follows a broken chunk", chunked(`zz\r\n\r\n${HIDDEN}`), [400]],
    [
      "the trailer of chunks",
      chunked(`${size}\r\n${BODY}\r\n0\r\nX: ${HIDDEN.replaceAll("\r\n", " ")}\r\n\r\n`),
      [200],
    ],
    [
      "an encoding that is chunked only at first sight",
      chunked(`0\r\n\r\n${HIDDEN}`).replace("chunked", "xchunked"),
      [400],
    ],
    ["an encoding that begins with a tab", chunked(`0\r\n\r\n${HIDDEN}`).replace(": chunked", ":\tchunked, x"), [400]],
  ])("%s", async (_, bytes, statuses) => {
    const seen = await afterwards(bytes);
    expect(seen.statuses).toEqual(statuses);
    expect(seen.bodies).not.toContain("protocolVersion");
  });
});
