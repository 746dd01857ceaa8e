import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, errorTextOf, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import type { RawResponse } from "../fixtures/raw-peer/http-response.ts";
import { closeAllConnections, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  KINDS,
  onlyMessage,
  openHttp,
  startHttp,
  type HttpClient,
  type HttpServer,
} from "../fixtures/raw-peer/serve.ts";

type Answers = "auto" | "json" | "sse";
const ANSWERS: readonly Answers[] = ["auto", "json", "sse"];
const servers = new Map<Answers, HttpServer>();
beforeAll(async () => {
  for (const answers of ANSWERS) servers.set(answers, await startHttp("--answers", answers));
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

function serverOf(answers: Answers): HttpServer {
  const server = servers.get(answers);
  if (server === undefined) throw new Error("not started");
  return server;
}

const isJson = (response: RawResponse) => response.type?.startsWith("application/json") === true;
const isStream = (response: RawResponse) => response.type?.startsWith("text/event-stream") === true;

/** The next call is answered as it should be. */
async function isHealthy(client: HttpClient): Promise<boolean> {
  return statusOf(await onlyMessage(await client.call("healthy", "ping")))["status"] === "ok";
}

describe.each(ANSWERS)("SPEC 3: --answers %s", (answers) => {
  test.each(KINDS)("an answer that is the only message (%s)", async (kind) => {
    const response = await (await openHttp(serverOf(answers), kind)).call(1, "ping");
    expect(answers === "sse" ? isStream(response) : isJson(response)).toBe(true);
    expect(response.status).toBe(200);
    expect(statusOf(await onlyMessage(response))).toMatchObject({ status: "ok" });
    expect(response.events.filter(({ id, retry }) => id !== undefined || retry !== undefined)).toEqual([]);
  });

  test.each(KINDS)("an error with an HTTP status stays JSON (%s)", async (kind) => {
    const { requestOf, port } = await openHttp(serverOf(answers), kind);
    const { headers = {} } = requestOf(rpc(1, "ping"));
    const response = await request(port, { headers, body: "{oops" });
    expect([response.status, isJson(response)]).toEqual([400, true]);
  });
});

describe.each(KINDS)("SPEC 3.1: the fault tools over HTTP, %s", (kind) => {
  for (const answers of ANSWERS) {
    const open = () => openHttp(serverOf(answers), kind);

    test(`duplicate_response: two events with the same id, also where JSON would have been sent (${answers})`, async () => {
      const client = await open();
      const response = await client.call(0, "duplicate_response");
      expect(isStream(response)).toBe(true);
      const messages = await response.messages();
      expect(messages).toHaveLength(2);
      expect(messages[0]).toMatchObject({ id: 0, jsonrpc: "2.0" });
      expect(messages[1]).toEqual(messages[0]);
      expect(await isHealthy(client)).toBe(true);
    });

    test.each(["missing-jsonrpc", "invalid-jsonrpc-version", "result-with-error"])(
      `malformed_message %s (${answers})`,
      async (variant) => {
        const client = await open();
        const response = await client.call(1, "malformed_message", { variant });
        expect(answers === "sse" ? isStream(response) : isJson(response)).toBe(true);
        const message = await onlyMessage(response);
        expect(message["id"]).toBe(1);
        expect(statusOf(message)).toHaveProperty("status");
        expect(message["jsonrpc"]).toBe(
          { "missing-jsonrpc": undefined, "invalid-jsonrpc-version": "1.0", "result-with-error": "2.0" }[variant],
        );
        expect("error" in message).toBe(variant === "result-with-error");
        expect(await isHealthy(client)).toBe(true);
      },
    );

    test(`disconnect cuts this request only, and never looks like an end (${answers})`, async () => {
      const client = await open();
      const other = await client.open(call("other", "delay", { delayMs: 300 }));
      const connection = await client.open(call(1, "disconnect"));
      expect(await connection.cut()).toEqual({ isCut: true, body: "" });
      expect(statusOf(await onlyMessage(await other.response()))).toMatchObject({ status: "delayed" });
      expect(await isHealthy(client)).toBe(true);
    });

    test(`invalid_progress: notifications on the call's own stream (${answers})`, async () => {
      const client = await open();
      const events = async (variant: string): Promise<Message[]> => {
        const response = await client.call(1, "invalid_progress", { variant }, 0);
        expect(isStream(response)).toBe(true);
        return response.messages();
      };
      const unknown = await events("unknown-token");
      expect(unknown).toMatchObject([{ method: "notifications/progress" }, { id: 1, result: {} }]);
      expect(unknown[0]).not.toMatchObject({ params: { progressToken: 0 } });
      expect(await events("regressing-progress")).toMatchObject([
        { params: { progressToken: 0, progress: 2 } },
        { params: { progressToken: 0, progress: 1 } },
        { id: 1, result: {} },
      ]);
      expect(await events("after-completion")).toMatchObject([{ id: 1, result: {} }, { params: { progressToken: 0 } }]);
      expect(await isHealthy(client)).toBe(true);
    });
  }

  const open = () => openHttp(serverOf("auto"), kind);

  test.each([0, 65_536, 262_144])("oversized_response: exactly %i x", async (sizeBytes) => {
    const message = await onlyMessage(await (await open()).call(1, "oversized_response", { sizeBytes }));
    expect((message["result"] as { content: unknown[] }).content).toEqual([
      { type: "text", text: "x".repeat(sizeBytes) },
    ]);
  });

  test("delay waits, then succeeds, and touches nothing else", async () => {
    const client = await open();
    const begin = performance.now();
    const slow = await client.open(call(1, "delay", { delayMs: 400 }));
    expect(await isHealthy(client)).toBe(true);
    expect(performance.now() - begin).toBeLessThan(390);
    expect(statusOf(await onlyMessage(await slow.response()))).toMatchObject({ status: "delayed" });
    expect(performance.now() - begin).toBeGreaterThanOrEqual(399);
  });

  test("hang sends nothing, not even a head", async () => {
    const client = await open();
    const connection = await client.open(call(1, "hang"));
    await (await client.call(2, "delay", { delayMs: 300 })).text();
    expect(connection.responses).toEqual([]);
  });

  test("arguments outside a limit get an error result", async () => {
    const client = await open();
    for (const [tool, args, says] of [
      ["delay", { delayMs: 30_001 }, /delayMs.*30001.*30000/s],
      ["oversized_response", { sizeBytes: -1 }, /sizeBytes.*-1/s],
      ["malformed_message", { variant: "x" }, /variant/],
      ["invalid_progress", { variant: "unknown-token" }, /token/],
      ["ping", { x: 1 }, /x/],
    ] as const) {
      const response = await client.call(1, tool, args);
      expect([response.status, isJson(response)]).toEqual([200, true]);
      expect(errorTextOf(await response.json())).toMatch(says);
    }
    expect(await isHealthy(client)).toBe(true);
  });

  test("an unknown tool is -32602 that names it", async () => {
    const response = await (await open()).call(1, "no_such_tool");
    expect(await onlyMessage(response)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("no_such_tool") as unknown },
    });
  });

  test("response_after_cancellation is for stdio alone", async () => {
    expect(await onlyMessage(await (await open()).call(1, "response_after_cancellation"))).toMatchObject({
      error: { code: -32602, message: expect.stringContaining("response_after_cancellation") as unknown },
    });
  });

  test.each([0, -1, Number.MAX_SAFE_INTEGER, "", "0", "é😀\n"])("request id %j works", async (id) => {
    expect(await onlyMessage(await (await open()).call(id, "ping"))).toMatchObject({ id });
  });
});

describe("SPEC 3.1: protocol_ping_liveness over HTTP", () => {
  const tool = "protocol_ping_liveness";
  const told = (id: unknown): Message[] =>
    serverOf("auto")
      .process.stderr.split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Message)
      .filter(({ requestId }) => requestId === id);

  test.each([
    ["an empty result", { result: {} }, "success"],
    ["method not found", { error: { code: -32601, message: "no" } }, "unsupported"],
    ["another result", { result: "pong" }, "invalid_response"],
  ])("session: a client that answers with %s", async (_, answer, outcome) => {
    const client = await openHttp(serverOf("auto"), "session");
    const response = await client.call("live", tool, { pingAfterMs: 50, livenessTimeoutMs: 10_000 });
    expect(isStream(response)).toBe(true);
    const ping = await response.message();
    expect(ping).toMatchObject({ jsonrpc: "2.0", method: "ping" });
    expect((await client.post({ jsonrpc: "2.0", id: ping["id"], ...answer })).status).toBeLessThan(500);
    const result = await response.message();
    expect(statusOf(result)).toEqual({
      status: outcome === "success" ? "protocol_ping_succeeded" : "protocol_ping_failed",
      protocolPing: { outcome },
      transport: { outcome: "retained" },
    });
    expect(await response.ending()).toBe("end");
    expect(await isHealthy(client)).toBe(true);
  });

  test("session: with closeOnFailure the stream is cut before any result, and all else lives on", async () => {
    const client = await openHttp(serverOf("auto"), "session");
    const connection = await client.open(
      call("cut me", tool, { pingAfterMs: 0, livenessTimeoutMs: 100, closeOnFailure: true }),
    );
    const { isCut, body } = await connection.cut();
    expect([isCut, body.includes("result")]).toEqual([true, false]);
    await serverOf("auto").process.says(/"requestId":"cut me".*"closed"/);
    expect(told("cut me")).toEqual([
      {
        event: tool,
        requestId: "cut me",
        protocolPing: { outcome: "timeout" },
        transport: { outcome: "closure_requested" },
      },
      { event: tool, requestId: "cut me", protocolPing: { outcome: "timeout" }, transport: { outcome: "closed" } },
    ]);
    expect(await isHealthy(client)).toBe(true);
  });

  test("session: a cancel ends the wait and closes nothing", async () => {
    const client = await openHttp(serverOf("auto"), "session");
    const response = await client.call("given up", tool, {
      pingAfterMs: 0,
      livenessTimeoutMs: 20_000,
      closeOnFailure: true,
    });
    await response.message();
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "given up" } };
    expect((await client.post(cancelled)).status).toBe(202);
    expect(await response.ending()).toBe("end");
    expect(response.events.filter(({ data }) => data?.includes('"given up"'))).toEqual([]);
    expect(await isHealthy(client)).toBe(true);
  });

  test("stateless legacy: the ping is sent, and ends in a timeout, since no answer can find its way back", async () => {
    const client = await openHttp(serverOf("auto"), "stateless");
    const response = await client.call(1, tool, { pingAfterMs: 0, livenessTimeoutMs: 300 });
    const ping = await response.message();
    expect(ping).toMatchObject({ method: "ping" });
    await (await client.post({ jsonrpc: "2.0", id: ping["id"], result: {} })).ending();
    expect(statusOf(await response.message())).toMatchObject({ protocolPing: { outcome: "timeout" } });
  });

  test("modern: nothing is sent, and it is unsupported", async () => {
    const client = await openHttp(serverOf("auto"), "modern");
    const begin = performance.now();
    const message = await onlyMessage(await client.call(1, tool, { pingAfterMs: 150, livenessTimeoutMs: 1 }));
    expect(performance.now() - begin).toBeGreaterThanOrEqual(149);
    expect(statusOf(message)).toMatchObject({
      status: "protocol_ping_failed",
      protocolPing: { outcome: "unsupported" },
      transport: { outcome: "retained" },
    });
  });

  test("modern: with closeOnFailure the answer is cut", async () => {
    const client = await openHttp(serverOf("auto"), "modern");
    const connection = await client.open(call(1, tool, { pingAfterMs: 0, livenessTimeoutMs: 1, closeOnFailure: true }));
    expect(await connection.cut()).toEqual({ isCut: true, body: "" });
    expect(await isHealthy(client)).toBe(true);
  });
});
