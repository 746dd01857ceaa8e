import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  errorTextOf,
  initialize,
  initialized,
  LEGACY,
  LEGACY_REVISIONS,
  MODERN,
  modern,
  modernHeaders,
  POST_HEADERS,
  rpc,
  statusOf,
} from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, request, type RawConnection } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  askSession,
  GONE,
  onlyMessage,
  openGet,
  openHttp,
  openSession,
  sessionHeaders,
  startHttp,
  type HttpServer,
} from "../fixtures/raw-peer/serve.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await startHttp();
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

describe("SPEC 2, 3: eras and revisions over HTTP", () => {
  test.each(LEGACY_REVISIONS)("initialize at %s opens a session at that revision", async (revision) => {
    const response = await request(server.port, { headers: POST_HEADERS, body: initialize(1, revision) });
    expect(response.status).toBe(200);
    expect(response.header("mcp-session-id")).toMatch(/^[\x21-\x7e]{16,}$/);
    expect((await response.json())["result"]).toMatchObject({ protocolVersion: revision });
  });

  test("a session id cannot be guessed from another", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => openSession(server.port)));
    expect(new Set(ids).size).toBe(3);
  });

  test("a modern request stands alone: no session, no handshake", async () => {
    const { post } = await openHttp(server, "modern");
    const response = await post(rpc(1, "server/discover"));
    expect(response.header("mcp-session-id")).toBeUndefined();
    expect((await response.json())["result"]).toMatchObject({ resultType: "complete" });
  });

  test("any number of modern requests at once", async () => {
    const { call: run } = await openHttp(server, "modern");
    const begin = performance.now();
    const responses = await Promise.all(Array.from({ length: 200 }, (_, id) => run(id, "delay", { delayMs: 500 })));
    for (const [id, response] of responses.entries()) expect(await response.json()).toMatchObject({ id });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test("a legacy request without a session is served statelessly, as 2025-03-26", async () => {
    const response = await request(server.port, { headers: POST_HEADERS, body: call(1, "ping") });
    expect(response.status).toBe(200);
    expect(response.header("mcp-session-id")).toBeUndefined();
    expect(statusOf(await response.json())).toMatchObject({ status: "ok" });
    const batch = await request(server.port, { headers: POST_HEADERS, body: [call(1, "ping"), rpc(2, "ping")] });
    expect(batch.status).toBe(200);
  });

  test.each([
    ["delay", { delayMs: 1 }, ""],
    ["oversized_response", { sizeBytes: 5 }, ""],
    ["malformed_message", { variant: "result-with-error" }, ""],
    ["duplicate_response", {}, ""],
    ["ping", {}, "tools/call:ping tool_error"],
    ["ping", {}, "tools/call:ping http_status status=503"],
    ["ping", {}, "tools/call:ping late_head delayMs=5"],
  ])("a fault on one call of a batch leaves the stream one of events: %s %j %s", async (tool, args, rule) => {
    const target = rule === "" ? "/mcp" : `/mcp?rule=${encodeURIComponent(rule)}`;
    const body = [call(1, tool, args), rpc(2, "ping")];
    const batch = await request(server.port, { target, headers: POST_HEADERS, body });
    const text = await batch.text();
    expect([batch.status, batch.header("content-type")]).toEqual([200, "text/event-stream"]);
    const events = text.split("\n\n").slice(0, -1);
    for (const event of events) expect(event).toMatch(/^event: message\ndata: \{.*\}$/);
    const ids = events.map((event) => (JSON.parse(event.slice(event.indexOf("{"))) as { id: unknown }).id);
    expect(ids.filter((id) => id === 2)).toHaveLength(1);
    expect(ids.filter((id) => id === 1)).toHaveLength(tool === "duplicate_response" ? 2 : 1);
  });

  test.each([
    ["", [1, 2], "application/json"],
    ["tools/call:ping tool_error", [1, 2], "application/json"],
    ["tools/call:ping stall stallMs=5", [1, 2], "application/json"],
    ["tools/call:ping duplicate_response", [1, 1, 2], "text/event-stream"],
  ])("where JSON is forced a batch is an array, unless a fault needs the stream: %j", async (rule, ids, type) => {
    const forced = await startHttp("--answers", "json");
    const target = rule === "" ? "/mcp" : `/mcp?rule=${encodeURIComponent(rule)}`;
    const body = [rpc(2, "ping"), call(1, "ping"), { jsonrpc: "2.0", method: "notifications/initialized" }];
    const batch = await request(forced.port, { target, headers: POST_HEADERS, body });
    expect([batch.status, batch.header("content-type")]).toEqual([200, type]);
    const text = await batch.text();
    const answers = (
      type === "application/json" ? JSON.parse(text) : text.match(/\{.*\}/g)?.map((each): unknown => JSON.parse(each))
    ) as { id: number }[];
    expect(answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
  });

  test("a session counts as its revision where the header is missing", async () => {
    for (const [revision, status] of [
      ["2025-03-26", 200],
      ["2025-11-25", 400],
    ] as const) {
      const session = await openSession(server.port, revision);
      const headers = { ...POST_HEADERS, "Mcp-Session-Id": session };
      const batch = await request(server.port, { headers, body: [call(1, "ping"), rpc(2, "ping")] });
      expect(batch.status).toBe(status);
      expect((await batch.text()).includes("-32600")).toBe(status === 400);
    }
  });

  test("a version header that is unknown is 400", async () => {
    const { session } = await openHttp(server, "session");
    const response = await request(server.port, {
      headers: sessionHeaders(session, "1900-01-01"),
      body: call(1, "ping"),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: {} });
  });

  test("a modern header without an envelope, another revision or method than the body's: 400", async () => {
    const message = modern(call(1, "ping"));
    const bare = await request(server.port, { headers: modernHeaders(message), body: call(1, "ping") });
    expect([bare.status, (await bare.json())["error"]]).toMatchObject([400, { code: -32602 }]);
    const old = await request(server.port, {
      headers: { ...modernHeaders(message), "MCP-Protocol-Version": LEGACY },
      body: message,
    });
    expect([old.status, (await old.json())["error"]]).toMatchObject([400, { code: -32020 }]);
    const method = await request(server.port, {
      headers: { ...modernHeaders(message), "Mcp-Method": "tools/list" },
      body: message,
    });
    expect([method.status, (await method.json())["error"]]).toMatchObject([400, { code: -32020 }]);
    const name = await request(server.port, {
      headers: { ...modernHeaders(message), "Mcp-Name": "hang" },
      body: message,
    });
    expect([name.status, (await name.json())["error"]]).toMatchObject([400, { code: -32020 }]);
    const unknown = modern(rpc(1, "server/discover"), "2099-01-01");
    const future = await request(server.port, {
      headers: { ...modernHeaders(unknown), "MCP-Protocol-Version": "2099-01-01" },
      body: unknown,
    });
    expect([future.status, (await future.json())["error"]]).toMatchObject([
      400,
      { code: -32022, data: { requested: "2099-01-01" } },
    ]);
  });

  test.each([undefined, MODERN])(
    "GET and DELETE without a session are refused (version header %s)",
    async (version) => {
      for (const method of ["GET", "DELETE"]) {
        const response = await request(server.port, {
          method,
          headers: { Accept: "text/event-stream", "MCP-Protocol-Version": version },
        });
        expect(response.status).toBe(version === undefined ? 400 : 405);
      }
    },
  );

  test("a notification and an answer are taken with 202 and no body", async () => {
    const { session } = await openHttp(server, "session");
    for (const body of [initialized, { jsonrpc: "2.0", id: 1, result: {} }]) {
      const response = await request(server.port, { headers: sessionHeaders(session), body });
      expect([response.status, await response.text()]).toEqual([202, ""]);
    }
  });
});

describe("SPEC 3: a session", () => {
  test("has one GET stream, on which nothing is said of the server's own accord", async () => {
    const { session, call: run } = await openHttp(server, "session");
    const [, stream] = await openGet(server.port, session);
    expect([stream.status, stream.type]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    const [, second] = await openGet(server.port, session);
    expect(second.status).toBe(409);
    await (await run(1, "delay", { delayMs: 200 }, "t")).text();
    expect(stream.events.filter(({ data, id }) => data !== undefined || id !== undefined)).toEqual([]);
  });

  test("its GET stream can be opened again after it was closed", async () => {
    const { session, call: run } = await openHttp(server, "session");
    const [connection] = await openGet(server.port, session);
    connection.destroy();
    await (await run(1, "delay", { delayMs: 100 })).text();
    const [, again] = await openGet(server.port, session);
    expect(again.status).toBe(200);
  });

  test("is ended by DELETE, with its stream and open requests; its id is then unknown", async () => {
    const { session, open, kind } = await openHttp(server, "session");
    expect(kind).toBe("session");
    const [, stream] = await openGet(server.port, session);
    const [delay, hang] = [await open(call(1, "delay", { delayMs: 20_000 })), await open(call(2, "hang"))];
    await (await request(server.port, { headers: sessionHeaders(session), body: call(3, "ping") })).text();
    expect((await request(server.port, { method: "DELETE", headers: sessionHeaders(session) })).status).toBeLessThan(
      300,
    );
    await stream.ending();
    for (const connection of [delay, hang]) {
      const response = await connection.response().catch(() => undefined);
      const messages = response === undefined ? [] : (await response.ending(), response.events);
      expect(messages.filter(({ data }) => data !== undefined)).toEqual([]);
      expect(response?.bodySoFar ?? "").toBe("");
    }
    expect(await askSession(server.port, session)).toEqual(GONE);
  });

  test.each(["no-such-session", "00000000-0000-0000-0000-000000000000"])("an unknown id is 404: %s", async (id) => {
    expect(await askSession(server.port, id)).toEqual(GONE);
  });

  test("knows nothing of another: same ids, own activations", async () => {
    const [one, two] = [await openHttp(server, "session"), await openHttp(server, "session")];
    const opened: RawConnection[] = [];
    for (let id = 0; id < 128; id++) opened.push(await one.open(call(id, "hang")));
    await (await one.call("all are in", "ping")).text();
    expect(errorTextOf(await onlyMessage(await one.call("one too many", "hang")))).toMatch(/hang.*128/s);
    expect(statusOf(await onlyMessage(await two.call(0, "delay", { delayMs: 1 })))).toMatchObject({
      status: "delayed",
    });
    // On a session a closed POST is no cancel: the calls go on and keep their places.
    for (const connection of opened) connection.destroy();
    await (await one.call("settled", "ping")).text();
    expect(errorTextOf(await onlyMessage(await one.call("still too many", "hang")))).toMatch(/128/);
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } };
    expect((await one.post(cancelled)).status).toBe(202);
    expect(statusOf(await onlyMessage(await one.call("room", "delay", { delayMs: 1 })))).toMatchObject({
      status: "delayed",
    });
  });
});

describe("SPEC 3, 14.7: 128 sessions", () => {
  test("the 129th is refused with 503 and Retry-After, until one is deleted or lost", async () => {
    const own = await startHttp();
    const ids: string[] = [];
    for (let i = 0; i < 128; i++) ids.push(await openSession(own.port));
    const refused = await request(own.port, { headers: POST_HEADERS, body: initialize("late") });
    expect(refused.status).toBe(503);
    expect(Number(refused.header("retry-after"))).toBeGreaterThan(0);
    expect(refused.header("mcp-session-id")).toBeUndefined();
    expect(await refused.json()).toMatchObject({ jsonrpc: "2.0", error: {} });
    // All else goes on.
    expect(statusOf(await onlyMessage(await (await openHttp(own, "modern")).call(1, "ping")))).toMatchObject({
      status: "ok",
    });
    expect(statusOf(await onlyMessage(await (await openHttp(own, "stateless")).call(1, "ping")))).toMatchObject({
      status: "ok",
    });
    await request(own.port, { method: "DELETE", headers: sessionHeaders(ids[0]) });
    const next = await openSession(own.port);
    expect((await request(own.port, { headers: POST_HEADERS, body: initialize("late") })).status).toBe(503);
    const lost = await request(own.port, {
      headers: sessionHeaders(next),
      body: call(1, "session_loss", { activation: "after_response" }),
    });
    expect(lost.status).toBe(200);
    await lost.text();
    await openSession(own.port);
  });
});
