import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { call, cancel, errorTextOf, LEGACY, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw, type RawConnection } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw } from "../fixtures/raw-peer/raw-stdio.ts";
import { onlyMessage, openHttp, startHttp, type HttpServer } from "../fixtures/raw-peer/serve.ts";

let server: HttpServer;
beforeAll(async () => {
  server = await startHttp();
});
afterEach(closeAllConnections);
afterAll(endAllRaw);

describe("SPEC 3: cancel on a legacy session", () => {
  test.each([
    ["delay", { delayMs: 20_000 }],
    ["hang", undefined],
  ])("a cancelled %s ends as an empty event stream", async (tool, args) => {
    const client = await openHttp(server, "session");
    const connection = await client.open(call(0, tool, args));
    await (await client.call("in", "ping")).text();
    expect((await client.post(cancel(0))).status).toBe(202);
    const response = await connection.response();
    expect([response.status, response.type]).toEqual([200, expect.stringMatching(/^text\/event-stream/)]);
    expect(await response.text()).toBe("");
    expect(statusOf(await onlyMessage(await client.call(0, "ping")))).toMatchObject({ status: "ok" });
  });

  test("a cancelled call whose stream is open ends it without an answer", async () => {
    const client = await openHttp(server, "session");
    const response = await client.call(1, "protocol_ping_liveness", { pingAfterMs: 0, livenessTimeoutMs: 20_000 });
    expect(await response.message()).toMatchObject({ method: "ping" });
    await client.post(cancel(1));
    expect(await response.messages()).toHaveLength(1);
  });

  test("a cancel on another session, of another type or of what is over changes nothing", async () => {
    const [one, two] = [await openHttp(server, "session"), await openHttp(server, "session")];
    const connection = await one.open(call(1, "delay", { delayMs: 500 }));
    await (await one.call("in", "ping")).text();
    for (const client of [two, one]) await client.post(cancel(client === one ? "1" : 1));
    await one.post(cancel("in"));
    expect(statusOf(await onlyMessage(await connection.response()))).toMatchObject({ status: "delayed" });
  });

  test("a closed POST is no cancel: its call keeps its place until it ends, and its answer is dropped", async () => {
    const client = await openHttp(server, "session");
    const get = await connectRaw(server.port);
    const sessionHeaders = { "Mcp-Session-Id": client.session, "MCP-Protocol-Version": LEGACY };
    get.request({ method: "GET", headers: { Accept: "text/event-stream", ...sessionHeaders } });
    const stream = await get.response();
    const closed = [];
    for (let id = 0; id < 127; id++) closed.push(await client.open(call(id, "hang")));
    const delayed = await client.open(call("delayed", "delay", { delayMs: 1_000 }));
    await (await client.call("in", "ping")).text();
    for (const connection of [...closed, delayed]) connection.destroy();
    await (await client.call("seen", "ping")).text();
    expect(errorTextOf(await onlyMessage(await client.call("full", "delay", { delayMs: 0 })))).toContain("128");
    // Calls without a place of their own, to wait for the end of the delayed one.
    const other = await openHttp(server, "session");
    await onlyMessage(await other.call(1, "delay", { delayMs: 1_200 }));
    expect(statusOf(await onlyMessage(await client.call("room", "delay", { delayMs: 0 })))).toMatchObject({
      status: "delayed",
    });
    expect(stream.events.filter(({ data }) => data !== undefined)).toEqual([]);
  });
});

describe.each(["stateless", "modern"] as const)("SPEC 3: cancel without a session (%s)", (kind) => {
  test("the closed request is the cancel: nothing runs on", async () => {
    const client = await openHttp(server, kind);
    const args = { pingAfterMs: 300, livenessTimeoutMs: 50 };
    const connection = await client.open(call("given up", "protocol_ping_liveness", args));
    await (await client.call("in", "ping")).text();
    connection.destroy();
    await onlyMessage(await client.call("kept", "protocol_ping_liveness", args)).catch(() => undefined);
    await server.process.says(/"requestId":"kept"/);
    expect(server.process.stderr).not.toContain('"given up"');
  });

  test("a notification cancels nothing: requests of others may have the same id", async () => {
    const client = await openHttp(server, kind);
    const connection = await client.open(call(1, "delay", { delayMs: 500 }));
    await (await client.call("in", "ping")).text();
    expect((await client.post(cancel(1))).status).toBe(202);
    expect(statusOf(await onlyMessage(await connection.response()))).toMatchObject({ status: "delayed" });
  });

  test("the same id in many requests at one time: each gets its own answer", async () => {
    const client = await openHttp(server, kind);
    const sizes = [1, 2, 3, 4, 5];
    const all = await Promise.all(sizes.map((sizeBytes) => client.call(1, "oversized_response", { sizeBytes })));
    const texts = await Promise.all(
      all.map(async (response) => (await onlyMessage(response))["result"] as { content: [{ text: string }] }),
    );
    expect(texts.map(({ content }) => content[0].text.length)).toEqual(sizes);
  });

  test("the 1025th pending activation is refused, and closed requests make room", async () => {
    const client = await openHttp(server, kind);
    const connections: RawConnection[] = [];
    for (let i = 0; i < 1_024; i++) connections.push(await client.open(call(i, "hang")));
    await (await client.call("all are in", "ping")).text();
    expect(errorTextOf(await onlyMessage(await client.call("too many", "hang")))).toMatch(/hang.*1024/s);
    // A session has places of its own.
    const session = await openHttp(server, "session");
    expect(statusOf(await onlyMessage(await session.call(1, "delay", { delayMs: 1 })))).toMatchObject({
      status: "delayed",
    });
    for (const connection of connections) connection.destroy();
    let text = "";
    for (let round = 0; round < 100; round++) {
      const message = await onlyMessage(await client.call("again", "delay", { delayMs: 1 }));
      text = JSON.stringify(message);
      if (text.includes("delayed")) break;
    }
    expect(text).toContain("delayed");
  }, 40_000);
});

describe("SPEC 3: a modern subscription", () => {
  test("is acknowledged first and ends when its request is closed", async () => {
    const client = await openHttp(server, "modern");
    const listen = rpc("l", "subscriptions/listen", { notifications: { toolsListChanged: true } });
    const response = await client.post(listen);
    expect(await response.message()).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
    expect(statusOf(await onlyMessage(await client.call(1, "ping")))).toMatchObject({ status: "ok" });
    expect(response.events).toHaveLength(1);
  });
});
