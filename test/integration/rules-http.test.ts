import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { call, cancel, initialize, modernHeaders, modern, POST_HEADERS, rpc } from "../fixtures/raw-peer/messages.ts";
import { closeAllConnections, connectRaw, request } from "../fixtures/raw-peer/raw-http.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import {
  KINDS,
  onlyMessage,
  openGet,
  openHttp,
  openSession,
  sessionHeaders,
  startHttp,
} from "../fixtures/raw-peer/serve.ts";
import { removePlans, writePlan } from "../fixtures/write-plan.ts";

afterEach(async () => {
  closeAllConnections();
  await endAllRaw();
  removePlans();
});

const serve = (...rules: string[]) => startHttp(...rules.flatMap((rule) => ["--rule", rule]));
const serveAlways = (method: string, fault: string, params: Message = {}) =>
  startHttp("--plan", writePlan([{ when: { method }, inject: [{ fault, with: params }], times: "always" }]));

const textOf = ({ result }: Message) => (result as { content: { text: string }[] }).content[0]?.text;

describe.each(KINDS)("statuses in place of an answer, %s", (kind) => {
  test("a status with Retry-After comes after the effect, and the next call is healthy", async () => {
    const server = await serve("tools/call http_status status=503 body=text retryAfter=2");
    const client = await openHttp(server, kind);
    const refused = await client.call(1, "ping");
    expect([refused.status, refused.header("retry-after"), await refused.text()]).toEqual([
      503,
      "2",
      "HTTP 503 on purpose",
    ]);
    expect((await client.call(2, "ping")).status).toBe(200);
  });

  test("a redirect names the address, which serves what is sent there", async () => {
    const server = await serve("tools/call redirect status=307 to=same");
    const client = await openHttp(server, kind);
    const moved = await client.call(1, "ping");
    expect([moved.status, moved.header("location")]).toEqual([307, "/mcp?redirected=1"]);
    const target = moved.header("location") ?? "";
    const followed = await request(server.port, { ...client.requestOf(call(1, "ping")), target });
    expect(textOf(await onlyMessage(followed))).toContain('"status":"ok"');
  });

  test("202 for a request", async () => {
    const client = await openHttp(await serve("tools/call accepted_without_answer"), kind);
    const accepted = await client.call(1, "ping");
    expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
  });
});

test("an answer on the GET stream comes there once it is open, and nowhere else", async () => {
  const server = await serve("tools/call answer_on_standing_stream");
  const { session, call: run } = await openHttp(server, "session");
  const accepted = await run(1, "ping");
  expect([accepted.status, await accepted.text()]).toEqual([202, ""]);
  const [, stream] = await openGet(server.port, session);
  expect(await stream.message()).toMatchObject({ id: 1, result: {} });
  expect((await run(2, "ping")).status).toBe(200);
});

test("a refusal with a status of its own travels as an event stream where a fault sends more than one message", async () => {
  const server = await serve("tools/call duplicate_response");
  const headers = { ...modernHeaders(call(1, "ping")), "Mcp-Name": "another" };
  const refused = await request(server.port, { headers, body: modern(call(1, "ping")) });
  const messages = await refused.messages();
  expect([refused.status, refused.type, messages.length]).toEqual([400, "text/event-stream", 2]);
  expect(messages[0]).toMatchObject({ id: 1, error: { code: -32_020 } });
  expect(server.process.stderr).not.toContain("internal error");
});

describe("what stands below a message", () => {
  test("a length that is too long leaves the client waiting, one that is too short leaves a rest", async () => {
    const server = await serve(
      "tools/call#1 wrong_content_length byBytes=10",
      "tools/call#2 wrong_content_length byBytes=-10",
    );
    const client = await openHttp(server, "modern");
    const waiting = await client.open(call(1, "ping"));
    const long = await waiting.response();
    const short = await client.call(2, "ping");
    expect(await short.ending()).toBe("end");
    expect(() => JSON.parse(short.bodySoFar) as unknown).toThrow(SyntaxError);
    // By now the whole of the first has long come.
    expect(JSON.parse(long.bodySoFar)).toMatchObject({ id: 1 });
    expect(Number(long.header("content-length"))).toBe(10 + long.bodySoFar.length);
    expect((await client.call(3, "ping")).status).toBe(200);
  });

  test("compressed without having been asked", async () => {
    const client = await openHttp(await serve("tools/call content_encoding body=whole"), "modern");
    const connection = await client.open(call(1, "ping"));
    const response = await connection.response();
    expect(response.header("content-encoding")).toBe("gzip");
    await response.ending();
    expect(gunzipSync(response.bytesSoFar).toString()).toContain('"id":1');
  });

  test("a body that is cut, reset, or ended as if it were whole", async () => {
    const server = await serve(
      "tools/call#1 cut_answer how=cut",
      "tools/call#2 cut_answer how=reset",
      "tools/call#3 cut_answer how=end",
    );
    const client = await openHttp(server, "modern");
    const endings = [];
    for (const id of [1, 2, 3]) {
      const response = await client.call(id, "ping");
      endings.push([await response.ending(), response.bodySoFar.length]);
    }
    expect(endings).toEqual([
      ["cut", 20],
      ["reset", expect.any(Number)],
      ["end", 20],
    ]);
  });

  test("a head that comes late", async () => {
    const client = await openHttp(await serve("tools/call late_head delayMs=300"), "modern");
    const started = performance.now();
    expect((await client.call(1, "ping")).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  test("a kept connection is dropped after the answer", async () => {
    const server = await serve("tools/call#1 idle_drop idleMs=100");
    const client = await openHttp(server, "modern");
    const connection = await client.open(call(1, "ping"));
    const response = await connection.response();
    expect(await response.ending()).toBe("end");
    expect(await connection.closed()).toBe("fin");
    expect((await client.call(2, "ping")).status).toBe(200);
  });
});

describe("event streams", () => {
  test.each([
    ["end", "end"],
    ["cut", "cut"],
    ["reset", "reset"],
  ])("a stream without an answer: %s", async (how, expected) => {
    const client = await openHttp(await serve(`tools/call stream_without_answer after=comment how=${how}`), "session");
    const response = await client.call(1, "ping");
    expect([response.status, response.type]).toEqual([200, "text/event-stream"]);
    expect([await response.ending(), response.bodySoFar]).toEqual([expected, ": still here\n\n"]);
    expect((await client.call(2, "ping")).status).toBe(200);
  });

  test("one that is left half open ends when the client closes it", async () => {
    const server = await serve("tools/call stream_without_answer how=open");
    const client = await openHttp(server, "modern");
    const connection = await client.open(call(1, "ping"));
    expect(await connection.response()).toMatchObject({ status: 200, type: "text/event-stream", bodySoFar: "" });
    connection.destroy();
    expect((await client.call(2, "ping")).status).toBe(200);
    server.process.kill("SIGTERM");
    expect(await server.process.exit()).toEqual({ code: 0, signal: null });
  });

  test("held back, progress comes with the answer", async () => {
    const inject = [
      { fault: "endless_progress", with: { intervalMs: 100, durationMs: 200 } },
      { fault: "buffered_stream", with: { holdHead: true } },
    ];
    const plan = writePlan([{ when: { method: "tools/call" }, inject }]);
    const client = await openHttp(await startHttp("--plan", plan), "modern");
    const started = performance.now();
    const response = await client.call(1, "ping", {}, "token");
    // Without it the head, and the first progress, would be here long before.
    expect(performance.now() - started).toBeGreaterThan(190);
    expect((await response.messages()).map(({ method }) => String(method))).toEqual([
      "notifications/progress",
      "notifications/progress",
      "undefined",
    ]);
  });

  test("a GET stream closes at once, again and again", async () => {
    const server = await serveAlways("$stream", "stream_closed_at_once");
    const session = await openSession(server.port);
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [, response] = await openGet(server.port, session);
      expect([response.status, response.type, await response.text()]).toEqual([200, "text/event-stream", ""]);
    }
    const client = { headers: sessionHeaders(session), body: call(1, "ping") };
    expect((await request(server.port, client)).status).toBe(200);
  });

  test.each([405, 400, 404])("a GET stream is refused with %d", async (status) => {
    const server = await serve(`$stream http_status status=${status}`);
    const session = await openSession(server.port);
    const [, refused] = await openGet(server.port, session);
    expect(refused.status).toBe(status);
    const [, good] = await openGet(server.port, session);
    expect(good.status).toBe(200);
  });

  test("a storm of notifications comes on the GET stream, and calls go on", async () => {
    const server = await serve("$stream notification_storm count=300");
    const client = await openHttp(server, "session");
    const [, stream] = await openGet(server.port, client.session);
    for (let count = 1; count <= 300; count++)
      expect(await stream.message()).toEqual({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    expect((await client.call(1, "ping")).status).toBe(200);
  });

  test("an answer after the cancel comes on its own stream", async () => {
    const server = await serve("tools/call:ping late_answer afterMs=50");
    const client = await openHttp(server, "session");
    const connection = await client.open(call(7, "ping"));
    // Whatever the order in which the two arrive: the fault waits for the cancel from the call on.
    await server.process.says(/late_answer/);
    expect((await client.post(cancel(7))).status).toBe(202);
    expect(await onlyMessage(await connection.response())).toMatchObject({ id: 7, result: {} });
  });
});

describe("sessions and processes", () => {
  test("404 for a session that lives, in any form, and then it serves on", async () => {
    const server = await serve(
      "tools/call#1 http_status status=404 body=html",
      "tools/call#2 http_status status=404 code=-32001",
    );
    const client = await openHttp(server, "session");
    expect([(await client.call(1, "ping")).status, (await client.call(2, "ping")).status]).toEqual([404, 404]);
    expect((await client.call(3, "ping")).status).toBe(200);
  });

  test("a notification is refused, and named by its method", async () => {
    const server = await serve("notifications/initialized http_status status=404 body=empty");
    const opened = await request(server.port, { headers: POST_HEADERS, body: initialize() });
    const headers = sessionHeaders(opened.header("mcp-session-id"));
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await request(server.port, { headers, body: initialized })).status).toBe(404);
    expect((await request(server.port, { headers, body: initialized })).status).toBe(202);
  });

  test("a session id that the server does not know is answered by 404", async () => {
    const server = await serve("initialize odd_session_id id=unknown");
    const opened = await request(server.port, { headers: POST_HEADERS, body: initialize() });
    const id = opened.header("mcp-session-id");
    expect(id).toMatch(/^lab-session-\d+$/);
    expect((await request(server.port, { headers: sessionHeaders(id), body: call(1, "ping") })).status).toBe(404);
  });

  test("the process exits during a call, and others are lost with it", async () => {
    const server = await serve("tools/call:ping process_exit code=9");
    const client = await openHttp(server, "modern");
    const other = await client.open(call(1, "delay", { delayMs: 20_000 }));
    const last = await client.open(call(2, "ping"));
    expect((await last.cut()).isCut).toBe(true);
    expect((await other.cut()).isCut).toBe(true);
    expect(await server.process.exit()).toEqual({ code: 9, signal: null });
  });

  test("the head that was sent before the exit arrives", async () => {
    const server = await startHttp("--answers", "sse", "--rule", "tools/call:ping process_exit");
    const client = await openHttp(server, "modern");
    const begun = await client.open(call(1, "ping"));
    expect((await begun.response()).status).toBe(200);
    expect(await begun.cut()).toEqual({ isCut: true, body: "" });
    expect(await server.process.exit()).toEqual({ code: 1, signal: null });
  });

  test("a connection is dropped before its first request", async () => {
    const server = await serve("$open process_exit code=2");
    const connection = await connectRaw(server.port);
    connection.request({ headers: modernHeaders(rpc(1, "ping")), body: modern(rpc(1, "ping")) });
    expect(await connection.closed()).toBeDefined();
    expect(await server.process.exit()).toEqual({ code: 2, signal: null });
  });
});

describe.each(["session", "modern"] as const)("two calls at once, %s", (kind) => {
  test("each has the result of the other", async () => {
    const client = await openHttp(await serveAlways("tools/call", "answers_crossed"), kind);
    const [a, b] = await Promise.all([
      client.call("a", "ping"),
      client.call("b", "oversized_response", { sizeBytes: 5 }),
    ]);
    expect(await onlyMessage(a)).toMatchObject({ id: "a", result: { content: [{ text: "xxxxx" }] } });
    expect(textOf(await onlyMessage(b))).toContain('"status":"ok"');
  });

  test("or the first to come is answered last", async () => {
    const server = await serveAlways("tools/call", "answers_reversed");
    const client = await openHttp(server, kind);
    const order: string[] = [];
    const first = client.call("a", "ping").then(() => order.push("a"));
    await server.process.says(/answers_reversed/);
    const second = client.call("b", "ping").then(() => order.push("b"));
    await Promise.all([first, second]);
    expect(order).toEqual(["b", "a"]);
  });
});

test("sessions never cross", async () => {
  const server = await serveAlways("tools/call", "answers_crossed", { maxWaitMs: 200 });
  const [one, two] = [await openHttp(server, "session"), await openHttp(server, "session")];
  const [a, b] = await Promise.all([one.call("a", "ping"), two.call("b", "oversized_response", { sizeBytes: 5 })]);
  expect(textOf(await onlyMessage(a))).toContain('"status":"ok"');
  expect(textOf(await onlyMessage(b))).toBe("xxxxx");
  expect(server.process.stderr.match(/fired: answers_crossed/g)).toHaveLength(2);
});
