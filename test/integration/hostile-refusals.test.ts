import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  initialize,
  LEGACY_REVISIONS,
  MODERN,
  modern,
  modernHeaders,
  POST_HEADERS,
  rpc,
} from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request, type RawRequest } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  onlyMessage,
  openHttp,
  openSession,
  openStdio,
  sessionHeaders,
  startHttp,
} from "../fixtures/raw-peer/serve.ts";
import type { HttpServer, StdioClient } from "../fixtures/raw-peer/serve.ts";

// What the server answers to requests that are wrong, with status, code and data, in both eras.

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

let server: HttpServer;
let session: string;

beforeAll(async () => {
  server = await startHttp("--conformance");
  session = await openSession(server.port);
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

/** A modern message whose envelope lacks a member, or has another value for it. */
function envelope(message: Message, member: string, value?: unknown): Message {
  const whole = modern(message);
  const params = whole["params"] as { _meta: Message };
  const { [member]: _, ...rest } = params._meta;
  return { ...whole, params: { ...params, _meta: value === undefined ? rest : { ...rest, [member]: value } } };
}

/** A modern POST; a header may be replaced, or left out. */
function modernPost(
  message: Message,
  headers: Record<string, string | undefined> = {},
  body = modern(message),
): RawRequest {
  return { headers: { ...modernHeaders(message), ...headers }, body };
}

const list = rpc(1, "tools/list");
const ping = call(1, "ping");

describe("the modern era over HTTP", () => {
  const mismatch = (header: string, found: unknown, expected: unknown) => ({ mismatch: { header, found, expected } });
  const lacks = (member: string) => ({ envelope: { member } });
  const rows: [what: string, request: RawRequest, status: number, code: number, data?: object][] = [
    [
      "no Mcp-Method",
      modernPost(list, { "Mcp-Method": undefined }),
      400,
      -32020,
      mismatch("Mcp-Method", null, "tools/list"),
    ],
    [
      "another Mcp-Method",
      modernPost(list, { "Mcp-Method": "tools/call" }),
      400,
      -32020,
      mismatch("Mcp-Method", "tools/call", "tools/list"),
    ],
    ["two Mcp-Methods", modernPost(list, { "Mcp-Method": "tools/list", "mcp-method": "tools/list" }), 400, -32020],
    [
      "no MCP-Protocol-Version",
      modernPost(list, { "MCP-Protocol-Version": undefined }),
      400,
      -32020,
      mismatch("MCP-Protocol-Version", null, MODERN),
    ],
    [
      "another MCP-Protocol-Version",
      modernPost(list, { "MCP-Protocol-Version": "2025-11-25" }),
      400,
      -32020,
      mismatch("MCP-Protocol-Version", "2025-11-25", MODERN),
    ],
    ["no Mcp-Name", modernPost(ping, { "Mcp-Name": undefined }), 400, -32020, mismatch("Mcp-Name", null, "ping")],
    ["another Mcp-Name", modernPost(ping, { "Mcp-Name": "Ping" }), 400, -32020, mismatch("Mcp-Name", "Ping", "ping")],
    ["a name in broken base64", modernPost(ping, { "Mcp-Name": "=?base64?cGluZw=?=" }), 400, -32020],
    ["a modern header without an envelope", { headers: modernHeaders(list), body: list }, 400, -32602, lacks(VERSION)],
    [
      "an envelope without capabilities",
      modernPost(list, {}, envelope(list, CAPABILITIES)),
      400,
      -32602,
      lacks(CAPABILITIES),
    ],
    [
      "a revision that is no text",
      modernPost(list, {}, envelope(list, VERSION, 20260728)),
      400,
      -32602,
      lacks(VERSION),
    ],
    [
      "a log level that is none",
      modernPost(list, {}, envelope(list, "io.modelcontextprotocol/logLevel", "loud")),
      400,
      -32602,
    ],
    [
      "an unknown revision",
      modernPost(list, { "MCP-Protocol-Version": "2099-01-01" }, envelope(list, VERSION, "2099-01-01")),
      400,
      -32022,
      { supported: expect.arrayContaining([MODERN]) as unknown, requested: "2099-01-01" },
    ],
    ["an unknown method", modernPost(rpc(1, "no/such")), 404, -32601],
    ["ping", modernPost(rpc(1, "ping")), 404, -32601],
    ["initialize", modernPost(initialize(1)), 404, -32601],
    ["logging/setLevel", modernPost(rpc(1, "logging/setLevel", { level: "info" })), 404, -32601],
    ["resources/subscribe", modernPost(rpc(1, "resources/subscribe", { uri: "lab://about" })), 404, -32601],
    [
      "a capability that was not declared",
      modernPost(call(1, "test_missing_capability")),
      400,
      -32021,
      { requiredCapabilities: { sampling: {} } },
    ],
    ["an unknown tool", modernPost(call(1, "nope")), 200, -32602],
    ["a tool of another transport", modernPost(call(1, "response_after_cancellation")), 200, -32602],
    ["an unknown prompt", modernPost(rpc(1, "prompts/get", { name: "nope" }), { "Mcp-Name": "nope" }), 200, -32602],
    [
      "an unknown resource",
      modernPost(rpc(1, "resources/read", { uri: "lab://no" }), { "Mcp-Name": "lab://no" }),
      200,
      -32602,
      { uri: "lab://no" },
    ],
    ["an unknown cursor", modernPost(rpc(1, "tools/list", { cursor: "x" })), 200, -32602],
    ["arguments that are no object", modernPost(call(1, "ping", [] as unknown as Message)), 200, -32602],
    ["a tool without a name", modernPost(rpc(1, "tools/call", {}), { "Mcp-Name": undefined }), 200, -32602],
  ];

  test.each(rows)("%s", async (_, what, status, code, data) => {
    const response = await request(server.port, what);
    const { id, error } = (await response.json()) as { id: unknown; error: { code: number; data?: unknown } };
    expect([response.status, id, error.code]).toEqual([status, 1, code]);
    expect(response.type).toBe("application/json");
    expect(error).toMatchObject(data === undefined ? {} : { data });
  });

  test.each([
    ["a batch", [modern(ping)], null],
    ["an id of null", { ...modern(list), id: null }, null],
    ["an id of 1.5", { ...modern(list), id: 1.5 }, null],
    ["no jsonrpc", { ...modern(list), jsonrpc: undefined }, 1],
    ["an extra member", { ...modern(list), extra: 1 }, 1],
  ])("%s is -32600", async (_, body, id) => {
    const response = await request(server.port, { headers: modernHeaders(list), body: body as Message });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id, error: { code: -32600 } });
  });

  test("a clientInfo that is missing is no fault", async () => {
    const body = envelope(list, "io.modelcontextprotocol/clientInfo");
    expect((await request(server.port, modernPost(list, {}, body))).status).toBe(200);
  });

  test("Accept is not looked at", async () => {
    expect((await request(server.port, modernPost(list, { Accept: "text/plain" }))).status).toBe(200);
    expect((await request(server.port, modernPost(list, { Accept: undefined }))).status).toBe(200);
  });

  test.each(["GET", "DELETE"])("%s is not allowed", async (method) => {
    const response = await request(server.port, { method, headers: { "MCP-Protocol-Version": MODERN } });
    expect([response.status, response.header("allow")]).toEqual([405, "POST"]);
  });

  test("a notification is accepted without a word", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } };
    const response = await request(server.port, modernPost(cancel));
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});

describe("the legacy era over HTTP", () => {
  const legacy = (message: Message, headers: Record<string, string | undefined> = {}): RawRequest => ({
    headers: { ...sessionHeaders(session), ...headers },
    body: message,
  });

  test.each([
    ["an unknown method", () => legacy(rpc(1, "no/such")), 200, -32601],
    ["server/discover", () => legacy(rpc(1, "server/discover")), 200, -32601],
    ["an unknown tool", () => legacy(call(1, "nope")), 200, -32602],
    ["an unknown prompt", () => legacy(rpc(1, "prompts/get", { name: "nope" })), 200, -32602],
    ["an unknown resource", () => legacy(rpc(1, "resources/read", { uri: "lab://no" })), 200, -32002],
    ["initialize for the second time", () => legacy(initialize(1)), 400, -32600],
    ["an unknown session", () => legacy(ping, { "Mcp-Session-Id": "none" }), 404, -32001],
    ["an unknown MCP-Protocol-Version", () => legacy(ping, { "MCP-Protocol-Version": "2099-01-01" }), 400, -32000],
    [
      "the same without a session",
      () => legacy(ping, { "MCP-Protocol-Version": "x", "Mcp-Session-Id": undefined }),
      400,
      -32000,
    ],
    ["Accept without event streams", () => legacy(ping, { Accept: "application/json" }), 406, -32000],
    ["Accept without JSON", () => legacy(ping, { Accept: "text/event-stream" }), 406, -32000],
    ["no Accept", () => legacy(ping, { Accept: undefined }), 406, -32000],
    ["an extra member", () => legacy({ ...ping, extra: 1 }), 400, -32600],
    ["jsonrpc 1.0", () => legacy({ ...ping, jsonrpc: "1.0" }), 400, -32600],
    ["params that are a list", () => legacy({ ...ping, params: [] }), 400, -32600],
  ])("%s", async (_, what, status, code) => {
    const response = await request(server.port, what());
    const { id, error } = (await onlyMessage(response)) as { id: unknown; error: { code: number } };
    expect([response.status, id, error.code]).toEqual([status, 1, code]);
  });

  test.each(["*/*", "application/*, text/*", "text/event-stream;q=0.5, application/json"])(
    "Accept %s will do",
    async (accept) => {
      expect((await request(server.port, legacy(ping, { Accept: accept }))).status).toBe(200);
    },
  );

  test.each([null, 1.5, {}, [], true])("an id of %j is -32600", async (id) => {
    const response = await request(server.port, legacy({ ...ping, id }));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test.each(["2099-01-01", "", MODERN])("initialize at %j is met with the latest legacy revision", async (revision) => {
    const response = await request(server.port, { headers: POST_HEADERS, body: initialize(1, revision) });
    expect(response.status).toBe(200);
    expect(await onlyMessage(response)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    await endSession(response.header("mcp-session-id"));
  });

  test.each([{}, { protocolVersion: 1 }])("initialize with params %j opens no session", async (params) => {
    const response = await request(server.port, { headers: POST_HEADERS, body: rpc(1, "initialize", params) });
    expect(await onlyMessage(response)).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(response.header("mcp-session-id")).toBeUndefined();
  });

  test("a request without a session is served as it comes", async () => {
    const { post } = await openHttp(server, "stateless");
    expect(await onlyMessage(await post(ping))).toMatchObject({ result: { content: [{ type: "text" }] } });
  });

  test.each(LEGACY_REVISIONS)("a batch at %s", async (revision) => {
    const id = await openSession(server.port, revision);
    const response = await request(server.port, {
      headers: sessionHeaders(id, revision),
      body: [ping, rpc(2, "ping")],
    });
    const isTaken = revision === "2025-03-26";
    expect(response.status).toBe(isTaken ? 200 : 400);
    const answers = isTaken ? await response.messages() : [await response.json()];
    expect(answers.map((answer) => (answer["error"] as { code: number } | undefined)?.code)).toEqual(
      isTaken ? [undefined, undefined] : [-32600],
    );
    await endSession(id);
  });

  test.each([
    ["none", []],
    ["101", Array.from({ length: 101 }, (_, id) => rpc(id, "ping"))],
  ])("a batch of %s is -32600", async (_, body) => {
    const response = await request(server.port, { headers: POST_HEADERS, body });
    expect([response.status, (await response.json())["error"]]).toMatchObject([400, { code: -32600 }]);
  });

  test.each([
    ["GET without a session", "GET", {}, 400],
    ["GET with an unknown session", "GET", { "Mcp-Session-Id": "none" }, 404],
    ["DELETE without a session", "DELETE", {}, 400],
    ["DELETE with an unknown session", "DELETE", { "Mcp-Session-Id": "none" }, 404],
  ])("%s", async (_, method, headers, status) => {
    const response = await request(server.port, { method, headers: { Accept: "text/event-stream", ...headers } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { code: expect.any(Number) as unknown },
    });
  });

  test.each([
    ["that allows no event stream", { Accept: "application/json" }, 406],
    ["that resumes after an unknown event", { "Last-Event-ID": "s999_1" }, 400],
    ["at an unknown revision", { "MCP-Protocol-Version": "2099-01-01" }, 400],
  ])("GET %s", async (_, headers, status) => {
    const all = { ...sessionHeaders(session), "Content-Type": undefined, Accept: "text/event-stream", ...headers };
    const response = await request(server.port, { method: "GET", headers: all });
    expect(response.status).toBe(status);
  });

  async function endSession(id: string | undefined): Promise<void> {
    const response = await request(server.port, { method: "DELETE", headers: sessionHeaders(id) });
    expect(response.status).toBe(200);
  }
});

describe("what a tool makes of it, in every era", () => {
  test.each(["session", "stateless", "modern"] as const)(
    "bad arguments and a handler that throws (%s)",
    async (kind) => {
      const client = await openHttp(server, kind);
      const bad = await onlyMessage(await client.call(1, "delay", { delayMs: "soon" }));
      expect(bad).toMatchObject({
        id: 1,
        result: { isError: true, content: [{ text: expect.stringContaining("delayMs") as unknown }] },
      });
      const thrown = await onlyMessage(await client.call(2, "test_error_handling"));
      expect(thrown).toMatchObject({ id: 2, result: { isError: true } });
    },
  );
});

describe("the same on stdio", () => {
  const connect = async (era: "legacy" | "modern", work: (client: StdioClient) => Promise<void>) => {
    const client = await openStdio(era, "--conformance");
    await work(client);
    client.server.endStdin();
    expect(await client.server.exit()).toEqual({ code: 0, signal: null });
  };
  const codeOf = (answer: Message) => (answer["error"] as { code: number } | undefined)?.code;

  test("modern", () =>
    connect("modern", async ({ server: peer, call: run, send }) => {
      expect(codeOf(await run("a", "nope"))).toBe(-32602);
      expect(codeOf(await run("b", "test_missing_capability"))).toBe(-32021);
      send(rpc("c", "ping"), rpc("d", "no/such"), initialize("e"));
      for (const id of ["c", "d", "e"]) expect(codeOf(await peer.answer(id))).toBe(-32601);
      peer.send(
        envelope(rpc("f", "tools/list"), CAPABILITIES),
        envelope(rpc("g", "tools/list"), VERSION, "2099-01-01"),
      );
      expect(codeOf(await peer.answer("f"))).toBe(-32602);
      expect(codeOf(await peer.answer("g"))).toBe(-32022);
      // An envelope without a revision makes no message modern.
      peer.send(envelope(rpc("h", "tools/list"), VERSION));
      expect(codeOf(await peer.answer("h"))).toBe(-32600);
    }));

  test("legacy", () =>
    connect("legacy", async ({ server: peer, call: run, send }) => {
      expect(codeOf(await run("a", "nope"))).toBe(-32602);
      send(rpc("b", "no/such"), rpc("c", "server/discover"), rpc("d", "subscriptions/listen"));
      for (const id of ["b", "c", "d"]) expect(codeOf(await peer.answer(id))).toBe(-32601);
      send(rpc("e", "resources/read", { uri: "lab://no" }));
      expect(codeOf(await peer.answer("e"))).toBe(-32002);
      peer.send({ ...rpc("g", "ping"), extra: true });
      expect(codeOf(await peer.answer("g"))).toBe(-32600);
    }));
});
