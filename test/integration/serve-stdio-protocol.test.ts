import { Buffer } from "node:buffer";
import { afterEach, describe, expect, test } from "vitest";
import {
  call,
  initialize,
  initialized,
  LEGACY_REVISIONS,
  MODERN,
  modern,
  rpc,
  statusOf,
} from "../fixtures/raw-peer/messages.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { ERAS, openStdio, start } from "../fixtures/raw-peer/serve.ts";

afterEach(endAllRaw);

describe("SPEC 2: revisions on stdio", () => {
  test.each(LEGACY_REVISIONS)("initialize at %s is answered at that revision", async (revision) => {
    const server = start("serve");
    server.send(initialize(1, revision));
    expect((await server.answer(1))["result"]).toMatchObject({
      protocolVersion: revision,
      serverInfo: { name: "mcp-failure-lab" },
      capabilities: { tools: {} },
    });
  });

  test.each(["1900-01-01", MODERN])("initialize at %s is met with the latest legacy revision", async (revision) => {
    const server = start("serve");
    server.send(initialize(1, revision));
    expect((await server.answer(1))["result"]).toMatchObject({ protocolVersion: "2025-11-25" });
  });

  test("an envelope makes a message modern, without any handshake", async () => {
    const server = start("serve");
    server.send(modern(rpc(1, "server/discover")), modern(call(2, "ping")));
    const { result } = await server.answer(1);
    expect(result).toMatchObject({
      resultType: "complete",
      supportedVersions: expect.arrayContaining([MODERN]) as unknown,
    });
    expect((await server.answer(2))["result"]).toMatchObject({ resultType: "complete" });
  });

  test("each message is served by what it carries, both eras in one process", async () => {
    const server = start("serve");
    server.send(modern(call(1, "ping")), initialize(2), initialized, call(3, "ping"), modern(call(4, "ping")));
    expect((await server.answer(1))["result"]).toHaveProperty("resultType");
    expect((await server.answer(3))["result"]).not.toHaveProperty("resultType");
    expect((await server.answer(4))["result"]).toHaveProperty("resultType");
  });

  test("a legacy request other than ping before initialize gets -32600", async () => {
    const server = start("serve");
    server.send(rpc(1, "tools/list"), call(2, "ping"), rpc(3, "ping"));
    expect(await server.answer(1)).toMatchObject({ error: { code: -32600 } });
    expect(await server.answer(2)).toMatchObject({ error: { code: -32600 } });
    expect(await server.answer(3)).toMatchObject({ result: {} });
  });

  test("an envelope with an unknown revision is refused with what is supported", async () => {
    const server = start("serve");
    server.send(modern(rpc(1, "server/discover"), "2099-01-01"));
    expect(await server.answer(1)).toMatchObject({
      error: {
        code: -32022,
        data: { requested: "2099-01-01", supported: expect.arrayContaining([MODERN]) as unknown },
      },
    });
  });

  test("a batch is taken at 2025-03-26", async () => {
    const server = start("serve");
    server.send(initialize(1, "2025-03-26"), initialized);
    await server.answer(1);
    server.send(`${JSON.stringify([call(2, "ping"), rpc(3, "ping"), initialized])}\n`);
    const answers = await batchAnswers(server);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([2, 3]));
  });

  test.each(["2025-11-25", "2025-06-18", "2024-11-05"])("a batch is refused at %s", async (revision) => {
    const server = start("serve");
    server.send(initialize(1, revision), initialized);
    await server.answer(1);
    server.send(`${JSON.stringify([call(2, "ping"), rpc(3, "ping")])}\n`, rpc(4, "ping"));
    const refusal = await server.message((message) => message["error"] !== undefined);
    expect(refusal).toMatchObject({ id: null, error: { code: -32600 } });
    await server.answer(4);
    expect(server.messages).toHaveLength(3);
  });

  test("a batch is refused in the modern era and before initialize", async () => {
    const server = start("serve");
    server.send(`${JSON.stringify([modern(call(2, "ping"))])}\n`);
    expect(await server.message((message) => message["error"] !== undefined)).toMatchObject({
      error: { code: -32600 },
    });
  });
});

/** The answers to a batch: one array, or one line each. */
async function batchAnswers(server: ReturnType<typeof start>): Promise<{ id: unknown }[]> {
  const answers: { id: unknown }[] = [];
  await server.line(); // initialize
  while (answers.length < 2) {
    const value = JSON.parse(await server.line()) as { id: unknown } | { id: unknown }[];
    answers.push(...(Array.isArray(value) ? value : [value]));
  }
  return answers;
}

describe("SPEC 3: stdio carries the protocol alone", () => {
  test("stdio is the default, and what is left out is said on stderr", async () => {
    const { server } = await openStdio("legacy");
    server.endStdin();
    await server.exit();
    expect(server.stderr).toMatch(/session_loss/);
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  test.each(ERAS)("no message is added of its own accord (%s)", async (era) => {
    const { server, send, call: run } = await openStdio(era);
    send(rpc("list", "tools/list"));
    await server.answer("list");
    await run("a", "delay", { delayMs: 50 }, "token");
    await run("b", "ping");
    server.endStdin();
    await server.exit();
    const ids = server.messages.map(({ id }) => id as unknown);
    expect(ids).toEqual([...(era === "legacy" ? ["init"] : []), "list", "a", "b"]);
  });

  test("all lines of one chunk are answered, in order", async () => {
    const { server, send } = await openStdio("legacy");
    send(...Array.from({ length: 50 }, (_, id) => call(id, "ping")));
    await server.answer(49);
    expect(server.messages.slice(1).map(({ id }) => id as unknown)).toEqual(Array.from({ length: 50 }, (_, id) => id));
  });

  test.each(ERAS)("a message in many pieces is one message (%s)", async (era) => {
    const { server, wrap } = await openStdio(era);
    const line = Buffer.from(`${JSON.stringify(wrap(call("é€😀", "ping")))}\n`);
    for (const byte of line) {
      server.send(Buffer.from([byte]));
      await server.sent();
    }
    expect(statusOf(await server.answer("é€😀"))).toMatchObject({ status: "ok" });
  });
});

describe("SPEC 14.3: request ids", () => {
  const ids = [
    0,
    -1,
    -9_007_199_254_740_991,
    9_007_199_254_740_991,
    2 ** 53,
    "",
    "0",
    "id",
    "é\u0000\n😀",
    "x".repeat(10_000),
  ];
  test.each(ERAS)("0, negative, large, and texts of every kind work (%s)", async (era) => {
    const { call: run } = await openStdio(era);
    for (const id of ids) expect(await run(id, "ping")).toMatchObject({ jsonrpc: "2.0", id });
  });

  test.each(ERAS)("0 and its text are two ids (%s)", async (era) => {
    const { server, send } = await openStdio(era);
    send(call(0, "ping"), call("0", "ping"));
    expect([(await server.answer(0))["id"], (await server.answer("0"))["id"]]).toEqual([0, "0"]);
  });
});

describe("broken input on stdio is refused and survived", () => {
  const request = { jsonrpc: "2.0", id: 7, method: "ping" };
  const cases: [string, string | Buffer, { id: unknown; code: number }][] = [
    ["no JSON", "{oops\n", { id: null, code: -32700 }],
    ["half a message", '{"jsonrpc":"2.0","id":7\n', { id: null, code: -32700 }],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), { id: null, code: -32700 }],
    ["a number", "7\n", { id: null, code: -32600 }],
    ["null", "null\n", { id: null, code: -32600 }],
    ["an empty batch", "[]\n", { id: null, code: -32600 }],
    ["no jsonrpc", `${JSON.stringify({ id: 7, method: "ping" })}\n`, { id: 7, code: -32600 }],
    ["jsonrpc 1.0", `${JSON.stringify({ ...request, jsonrpc: "1.0" })}\n`, { id: 7, code: -32600 }],
    ["an id of null", `${JSON.stringify({ ...request, id: null })}\n`, { id: null, code: -32600 }],
    ["an id of 1.5", `${JSON.stringify({ ...request, id: 1.5 })}\n`, { id: null, code: -32600 }],
    ["an id that is an object", `${JSON.stringify({ ...request, id: {} })}\n`, { id: null, code: -32600 }],
    ["a method of 1", `${JSON.stringify({ ...request, method: 1 })}\n`, { id: 7, code: -32600 }],
    ["params of text", `${JSON.stringify({ ...request, params: "x" })}\n`, { id: 7, code: -32600 }],
    ["deep nesting", `${"[".repeat(100_000)}${"]".repeat(100_000)}\n`, { id: null, code: -32700 }],
  ];

  test.each(cases)("%s", async (_, bytes, { id, code }) => {
    const { server, call: run } = await openStdio("legacy");
    server.send(bytes);
    const refusal = await server.message((message) => message["error"] !== undefined);
    expect(refusal).toMatchObject({ id, error: { code } });
    expect(statusOf(await run(8, "ping"))).toMatchObject({ status: "ok" });
  });

  test("a line that is too long is refused once, and skipped", async () => {
    const { server, call: run } = await openStdio("legacy");
    server.send(`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"${"x".repeat(5 * 1024 * 1024)}"}}\n`);
    const refusal = await server.message((message) => message["error"] !== undefined);
    expect(refusal).toMatchObject({ id: null, error: { code: expect.any(Number) as unknown } });
    await run(8, "ping");
    expect(server.messages.filter((message) => message["error"] !== undefined)).toHaveLength(1);
  });

  test("blank lines, CRLF, and answers and notifications that mean nothing are not answered", async () => {
    const { server, call: run } = await openStdio("legacy");
    server.send("\n\r\n");
    server.send(`${JSON.stringify(rpc("crlf", "ping"))}\r\n`);
    server.send({ jsonrpc: "2.0", id: 99, result: {} }, { jsonrpc: "2.0", id: 98, error: { code: 1, message: "x" } });
    server.send(
      { jsonrpc: "2.0", method: "notifications/unknown" },
      { jsonrpc: "2.0", method: "notifications/cancelled" },
    );
    await run("last", "ping");
    expect(server.messages.map(({ id }) => id as unknown)).toEqual(["init", "crlf", "last"]);
  });

  test.each(ERAS)("an unknown method is -32601 (%s)", async (era) => {
    const { server, send } = await openStdio(era);
    send(rpc(1, "no/such"));
    expect(await server.answer(1)).toMatchObject({ error: { code: -32601 } });
  });
});
