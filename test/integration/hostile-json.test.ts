import { Buffer } from "node:buffer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_SAID_CHARACTERS } from "../../src/base/limits.ts";
import { call, modern, modernHeaders, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, openHttp, openStdio, sessionHeaders, startHttp } from "../fixtures/raw-peer/serve.ts";
import type { HttpClient, HttpServer, StdioClient } from "../fixtures/raw-peer/serve.ts";

// JSON as no good client writes it, in both eras, as lines and as bodies: it is answered by what it says, and the next one as well.

type Ask = (text: string | Buffer) => Promise<Message>;

let http: HttpServer;
let clients: Record<"legacy" | "modern", { stdio: StdioClient; http: HttpClient }>;

beforeAll(async () => {
  http = await startHttp("--conformance");
  const open = async (era: "legacy" | "modern") => ({
    stdio: await openStdio(era, "--conformance"),
    http: await openHttp(http, era === "modern" ? "modern" : "session"),
  });
  clients = { legacy: await open("legacy"), modern: await open("modern") };
  await clients.legacy.stdio.server.line(); // the answer to initialize
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

const WAYS = [
  ["legacy, stdio", "legacy", "stdio"],
  ["legacy, HTTP", "legacy", "http"],
  ["modern, stdio", "modern", "stdio"],
  ["modern, HTTP", "modern", "http"],
] as const;

describe.each(WAYS)("%s", (_way, era, transport) => {
  /** Sends a text as it stands, which calls a method that has no name in its headers, and waits for the one answer. */
  const ask: Ask = async (text) => {
    const { stdio, http: client } = clients[era];
    if (transport === "http") {
      const headers = era === "modern" ? modernHeaders(rpc(0, "tools/list")) : sessionHeaders(client.session);
      return onlyMessage(await request(http.port, { headers, body: text }));
    }
    stdio.server.send(text, "\n");
    return JSON.parse(await stdio.server.line()) as Message;
  };

  /** A `tools/list` request of the era as text, whose `"@"` is replaced by what stands here. */
  const list = (at: string, id = '"id":1,') => {
    const params = era === "modern" ? (modern({}) as { params: object }).params : {};
    return `{"jsonrpc":"2.0",${id}"method":"tools/list","params":${JSON.stringify({ ...params, at: "@" }).replace('"@"', at)}}`;
  };

  async function expectHealthy(): Promise<void> {
    expect(await ask(list("0", '"id":"last",'))).toMatchObject({
      id: "last",
      result: { tools: expect.any(Array) as unknown },
    });
  }

  test.each([
    ["a key twice: the last one counts", '"id":7,"id":8,', 8],
    ["white space everywhere", '"id" : \t8 , ', 8],
    ["an id of 0", '"id":0,', 0],
    ["an id of -0", '"id":-0,', 0],
    ["an id of 1.0", '"id":1.0,', 1],
    ["an id of 1e3", '"id":1e3,', 1000],
    ["an id of 1e20", '"id":1e20,', 1e20],
    ["a negative id", '"id":-9007199254740991,', -9_007_199_254_740_991],
    ["an empty text as id", '"id":"",', ""],
    ["an id of half a character", '"id":"\\ud800",', "\ud800"],
    ["an id with controls", '"id":"\\u0000\\n\\u2028",', "\u0000\n\u2028"],
    ["an id of 100,000 characters", `"id":"${"i".repeat(100_000)}",`, "i".repeat(100_000)],
  ])("%s", async (_what, id, echoed) => {
    expect(await ask(list("0", id))).toMatchObject({ id: echoed, result: {} });
    await expectHealthy();
  });

  test.each(["null", "1.5", "1e400", "true", "[]", "{}"])("an id of %s is refused", async (id) => {
    expect(await ask(list("0", `"id":${id},`))).toMatchObject({ id: null, error: { code: -32600 } });
    await expectHealthy();
  });

  test.each([
    ["members that every object seems to have", '{"__proto__":{"x":1},"constructor":1,"toString":null}'],
    ["half a character", '"\\udc00"'],
    ["a number beyond all bounds", "1e999"],
    ["100,000 members", `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join()}}`],
    ["the same member 100,000 times", `{${'"k":1,'.repeat(100_000)}"k":1}`],
    ["1,000,000 items", `[${"0,".repeat(1_000_000)}0]`],
    ["as deep as is allowed", "[".repeat(MAX_JSON_DEPTH - 2) + "]".repeat(MAX_JSON_DEPTH - 2)],
    ["brackets in a text", JSON.stringify("[{".repeat(100_000))],
    ["a text of 3 MB", `"${"x".repeat(3_000_000)}"`],
  ])("params with %s are served", async (_what, at) => {
    expect(await ask(list(at))).toMatchObject({ id: 1, result: {} });
    await expectHealthy();
  });

  test.each([
    ["too deep by one", list("[".repeat(MAX_JSON_DEPTH - 1) + "]".repeat(MAX_JSON_DEPTH - 1))],
    ["a million open brackets", list("[".repeat(1_000_000))],
    ["a comma too many", list("[1,]")],
    ["a single quote", list("'1'")],
    ["NaN", list("NaN")],
    ["a comment", list("1 /* one */")],
    ["a raw control character in a text", list('"\u0001"')],
    ["a byte order mark", `\ufeff${list("1")}`],
    ["a null byte after it", `${list("1")}\u0000`],
    ["two values", `${list("1")}${list("1")}`],
    ["half of it", list("1").slice(0, -1)],
    ["bytes that are no UTF-8", Buffer.from(list('"\u00e9"'), "latin1")],
    ["half a character at the end of a text", Buffer.from(list('"?"').replace("?", "\u00f0"), "latin1")],
    ["UTF-16", Buffer.from(list("1").replaceAll("\n", ""), "utf16le")],
  ])("%s is no JSON", async (_what, text) => {
    expect(await ask(text)).toMatchObject({ id: null, error: { code: -32700 } });
    await expectHealthy();
  });

  test.each([
    ["a text", '"x"'],
    ["a number", "0"],
    ["null", "null"],
    ["an empty object", "{}"],
    ["a member that JSON-RPC does not know", list("0").replace("{", '{"__proto__":{},')],
    ["a method that is no text", list("0").replace('"tools/list"', "1")],
    ["params that are a text", '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}'],
  ])("%s is no request", async (_what, text) => {
    expect(await ask(text)).toMatchObject({ error: { code: -32600 } });
    await expectHealthy();
  });
});

describe("what is said of a text without end is short", () => {
  const long = "n".repeat(200_000);
  test.each([
    ["a method", rpc("long", long)],
    ["a tool", call("long", long)],
    ["an argument", call("long", "delay", { delayMs: long })],
    ["an unknown argument", call("long", "delay", { [long]: 1 })],
    ["an unknown argument of another tool", call("long", "ping", { [long]: 1 })],
    ["a prompt", rpc("long", "prompts/get", { name: long })],
    ["a cursor", rpc("long", "tools/list", { cursor: long })],
    ["a level", rpc("long", "logging/setLevel", { level: long })],
    ["a member", { ...rpc("long", "ping"), [long]: 1 }],
  ])("%s", async (_what, message) => {
    const { server } = clients.legacy.stdio;
    server.send(message);
    const { error, result } = JSON.parse(await server.line()) as { error?: object; result?: object };
    expect(JSON.stringify(error ?? result).length).toBeLessThan(MAX_SAID_CHARACTERS + 200);
  });
});

describe("a body at the limit", () => {
  const body = (bytes: number) => {
    const text = JSON.stringify(modern(rpc(1, "tools/list", { pad: "" })));
    return text.replace('"pad":""', `"pad":"${"x".repeat(bytes - text.length)}"`);
  };
  const headers = modernHeaders(rpc(1, "tools/list"));

  test("is served", async () => {
    const response = await request(http.port, { headers, body: body(MAX_BODY_BYTES) });
    expect([response.status, await response.json()]).toMatchObject([200, { id: 1, result: {} }]);
  });

  test("and with one byte more is 413, however it is announced, and the connection goes on", async () => {
    const connection = await connectRaw(http.port);
    const tooLarge = body(MAX_BODY_BYTES + 1);
    const chunks = `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`;
    for (const what of [
      { headers, body: tooLarge },
      { headers: { ...headers, "Transfer-Encoding": "chunked" }, body: chunks },
    ]) {
      connection.request(what);
      const response = await connection.response();
      expect([response.status, await response.json()]).toMatchObject([413, { id: null, error: { code: -32000 } }]);
      connection.request({ headers, body: body(1_000) });
      expect((await connection.response()).status).toBe(200);
    }
  });
});
