import { gzipSync } from "node:zlib";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { MAX_CLIENT_MESSAGE_BYTES } from "../../../src/base/limits.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { createClient } from "../../../src/client/client.ts";
import { createHttpTransport } from "../../../src/client/http-transport.ts";
import { openNodeHttpPort } from "../../../src/client/node-http-port.ts";
import type { RawRequest } from "../../fixtures/raw-http-server.ts";
import { connectedOverHttp, ERAS, LEGACY, MODERN, noticed, signal } from "./harness.ts";

const answer = (request: RawRequest, more: object = {}) => ({
  jsonrpc: "2.0",
  id: request.message["id"],
  result: { resultType: "complete", ...more },
});
const lost = (message: unknown) => ({ ok: false, failure: { kind: "transport_loss", message } });
const resetBy = (message: unknown) => ({
  ok: false,
  failure: { kind: "transport_loss", message, reason: "ECONNRESET" },
});
const invalid = (message: unknown) => ({ ok: false, failure: { kind: "invalid_message", message } });
const isCall = ({ message }: RawRequest) => message["method"] === "tools/call";

/** Asks once, at this revision; `play` answers the call. */
async function ask(revision: (typeof ERAS)[number], play: (request: RawRequest) => void) {
  await using http = await connectedOverHttp(revision, (request) => {
    if (isCall(request)) play(request);
    else request.response.writeHead(202).end();
  });
  const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
  return { outcome, noticed: noticed(http.client), requests: http.server.requests };
}

describe.each(ERAS)("an HTTP answer at %s", (revision) => {
  test.each<[string, (request: RawRequest) => void, object]>([
    [
      "with 202",
      ({ response }) => void response.writeHead(202).end(),
      invalid("HTTP 202 without a content type is no answer to a request: it says that no answer will come"),
    ],
    [
      "with 202 and a body",
      (request) => request.json(answer(request), 202),
      invalid(
        "HTTP 202 with the content type application/json is no answer to a request: it says that no answer will come",
      ),
    ],
    [
      "with 204",
      ({ response }) => void response.writeHead(204).end(),
      invalid("HTTP 204 without a content type is no answer to a request"),
    ],
    [
      "in HTML",
      ({ response }) => void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<p>"),
      invalid("HTTP 200 with the content type text/html is no answer to a request"),
    ],
    [
      "empty",
      ({ response }) => void response.writeHead(200, { "content-type": "application/json" }).end(),
      invalid("the body of HTTP 200 is not the answer; what came instead was something unreadable (it is empty: )"),
    ],
    [
      "broken",
      ({ response }) => void response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc'),
      invalid(
        'the body of HTTP 200 is not the answer; what came instead was something unreadable (it is not valid JSON: {"jsonrpc)',
      ),
    ],
    [
      "to another",
      (request) => request.json({ ...answer(request), id: 77 }),
      invalid('the body of HTTP 200 is not the answer; what came instead was an answer whose "id" is the number 77'),
    ],
    [
      "without id",
      (request) => request.json({ jsonrpc: "2.0", result: {} }),
      invalid('the answer cannot be believed: "id" must be a string or a whole number'),
    ],
    [
      "with null as id",
      (request) => request.json({ ...answer(request), id: null }),
      invalid('the answer cannot be believed: "id" must be a string or a whole number'),
    ],
    [
      "that is a notification",
      (request) => request.json({ jsonrpc: "2.0", method: "x" }),
      invalid("the body of HTTP 200 is not the answer"),
    ],
    [
      "that is a text",
      (request) => request.json("hello"),
      invalid(
        "the body of HTTP 200 is not the answer; what came instead was something that is no message (a JSON-RPC message must be an object)",
      ),
    ],
    [
      "compressed",
      (request) =>
        void request.response
          .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
          .end(gzipSync(JSON.stringify(answer(request)))),
      invalid("HTTP 200 in the content encoding gzip, which was not asked for"),
    ],
    [
      "with an error",
      (request) => request.json({ jsonrpc: "2.0", id: request.message["id"], error: { code: -32602, message: "no" } }),
      { ok: false, failure: { kind: "protocol_error", message: "no", code: -32602 } },
    ],
    [
      "with an error that names no request",
      (request) => request.json({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "no" } }),
      { ok: false, failure: { kind: "protocol_error", message: "no", code: -32700 } },
    ],
    [
      "with a charset",
      (request) =>
        request.json(answer(request, { text: "é" }), 200, { "content-type": "Application/JSON; charset=utf-8" }),
      { ok: true, value: { resultType: "complete", text: "é" } },
    ],
    ["with 201", (request) => request.json(answer(request), 201), { ok: true, value: { resultType: "complete" } }],
  ])("%s", async (_, play, expected) => {
    expect((await ask(revision, play)).outcome).toEqual(expected);
  });

  test.each<[string, (request: RawRequest) => void, object]>([
    [
      "404 of a lost session",
      (request) =>
        request.json({ jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } }, 404),
      { kind: "protocol_error", message: "Session not found", code: -32001, httpStatus: 404 },
    ],
    [
      "404 of an unknown method",
      (request) =>
        request.json({ jsonrpc: "2.0", id: request.message["id"], error: { code: -32601, message: "no" } }, 404),
      { kind: "protocol_error", message: "no", code: -32601, httpStatus: 404 },
    ],
    [
      "an error without id",
      (request) => request.json({ jsonrpc: "2.0", error: { code: -32000, message: "no" } }, 400),
      { kind: "protocol_error", message: "no", code: -32000, httpStatus: 400 },
    ],
    [
      "an error of another",
      (request) => request.json({ jsonrpc: "2.0", id: 77, error: { code: -32000, message: "no" } }, 400),
      {
        kind: "invalid_message",
        message: 'HTTP 400 (application/json): a JSON-RPC error whose "id" is the number 77, not the number 2',
        httpStatus: 400,
      },
    ],
    [
      "a broken error",
      (request) => request.json({ jsonrpc: "2.0", id: request.message["id"], error: { code: "x" } }, 400),
      {
        kind: "invalid_message",
        message: 'HTTP 400 (application/json): a broken JSON-RPC error: "error.code" must be a whole number',
        httpStatus: 400,
      },
    ],
    [
      "a result",
      (request) => request.json(answer(request), 500),
      {
        kind: "invalid_message",
        message: expect.stringContaining("HTTP 500 (application/json): no JSON-RPC error, but"),
        httpStatus: 500,
      },
    ],
    [
      "JSON of others",
      (request) => request.json({ error: "invalid_token" }, 401),
      {
        kind: "invalid_message",
        message: expect.stringContaining("HTTP 401 (application/json): no JSON-RPC error, but"),
        httpStatus: 401,
      },
    ],
    [
      "503 with Retry-After",
      ({ response }) =>
        void response.writeHead(503, { "content-type": "text/plain", "retry-after": "7" }).end("busy\nnow"),
      {
        kind: "invalid_message",
        message: 'HTTP 503 (text/plain, Retry-After: 7): no JSON-RPC error, but "busy now"',
        httpStatus: 503,
      },
    ],
    [
      "a redirect",
      ({ response }) => void response.writeHead(307, { location: "http://127.0.0.1:1/mcp" }).end(),
      {
        kind: "invalid_message",
        message: "HTTP 307 redirects to http://127.0.0.1:1/mcp, and redirects are refused",
        httpStatus: 307,
      },
    ],
  ])("that refuses: %s", async (_, play, failure) => {
    const { outcome, requests } = await ask(revision, play);
    expect(outcome).toEqual({ ok: false, failure });
    expect(requests.filter(isCall)).toHaveLength(1);
  });

  test.each<[string, (request: RawRequest) => void, object]>([
    [
      "before the head",
      ({ socket }) => void socket.destroy(),
      resetBy(expect.stringMatching(/^the connection was lost: /)),
    ],
    ["by RST", ({ socket }) => void socket.resetAndDestroy(), resetBy(expect.stringContaining("ECONNRESET"))],
    [
      "in a body of known length",
      ({ response, socket }) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write("{", () => socket.destroy());
      },
      resetBy(expect.stringMatching(/^the answer's body was cut: /)),
    ],
    [
      "in a body in chunks",
      ({ response, socket }) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write("{", () => socket.destroy());
      },
      resetBy(expect.stringMatching(/^the answer's body was cut: /)),
    ],
    [
      "in an event stream",
      (request) => {
        request.stream();
        request.response.write(": hello\n\n", () => request.socket.destroy());
      },
      resetBy(expect.stringMatching(/^the answer's stream was cut: /)),
    ],
    [
      "by a clean end of an event stream",
      (request) => {
        request.stream();
        request.response.end(": hello\n\n");
      },
      lost("the answer's stream ended without the answer"),
    ],
  ])("that is cut %s is a loss at once", async (_, play, expected) => {
    expect((await ask(revision, play)).outcome).toEqual(expected);
  });

  test.each<[string, string, string]>([
    ["an event that is no JSON", "data: {oops\n\n", "something unreadable (it is not valid JSON: {oops)"],
    [
      "an event of another type",
      'event: other\ndata: {"a":1}\n\n',
      'something unreadable (an event of another type: event "other": {"a":1})',
    ],
    [
      "an answer to another",
      'data: {"jsonrpc":"2.0","id":"z","result":{}}\n\n',
      'an answer whose "id" is the string "z"',
    ],
  ])("whose stream ends after %s says so", async (_, text, what) => {
    const { outcome } = await ask(revision, (request) => {
      request.stream();
      request.response.end(text);
    });
    expect(outcome).toEqual(invalid(`the answer's stream ended without the answer; what came instead was ${what}`));
  });

  test("whose stream ends in the middle of an event is lost", async () => {
    const { outcome, noticed: found } = await ask(revision, (request) => {
      request.stream();
      request.response.end(`data: ${JSON.stringify(answer(request))}\n`);
    });
    expect(outcome).toEqual(lost("the answer's stream ended in the middle of an event"));
    expect(found).toEqual(["unreadable: an event stream ended in the middle of an event"]);
  });

  test("whose stream holds noise and then the answer is an answer", async () => {
    const { outcome, noticed: found } = await ask(revision, (request) => {
      request.stream();
      const text = JSON.stringify(answer(request, { text: "é" }), null, 1).replaceAll("\n", "\r\ndata: ");
      request.response.end(
        `\ufeff: hello\r\n\r\nretry: 5\r\ndata\r\n\r\ndata: noise\r\n\r\nevent: message\r\ndata: ${text}\r\n\r\n`,
      );
    });
    expect(outcome).toEqual({ ok: true, value: { resultType: "complete", text: "é" } });
    expect(found).toEqual(["unreadable: it is not valid JSON: noise"]);
  });

  test("twice on a stream, and what follows it, is noted", async () => {
    await using http = await connectedOverHttp(revision, (request) => {
      request.stream();
      request.event(answer(request, { n: 1 }));
      request.event(answer(request, { n: 2 }));
      request.event({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: request.message["params"]._meta.progressToken, progress: 3 },
      });
      request.response.end();
    });
    const outcome = await http.client.request("tools/call", { name: "x" }, { signal });
    expect(outcome).toMatchObject({ ok: true, value: { n: 1 } });
    const [asked] = http.server.requests.filter(isCall);
    await new Promise<void>((resolve) =>
      asked?.response.writableFinished === true ? resolve() : asked?.response.once("finish", resolve),
    );
    await http.client.request("tools/call", { name: "x" }, { signal });
    expect(noticed(http.client).slice(0, 2)).toEqual([
      "duplicate_answer: a result for call 2, which was answered",
      "late_progress: progress 3 for a call that has ended",
    ]);
  });

  test("above the limit as a body", async () => {
    const { outcome } = await ask(revision, ({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end("x".repeat(MAX_CLIENT_MESSAGE_BYTES + 1));
    });
    expect(outcome).toEqual(invalid(`the body of HTTP 200 is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`));
  });

  test("above the limit as an event, on a stream that stays open", async () => {
    const { outcome } = await ask(revision, (request) => {
      request.stream();
      request.response.write(`data: ${"x".repeat(MAX_CLIENT_MESSAGE_BYTES)}`);
    });
    expect(outcome).toEqual(invalid(`an event is longer than ${MAX_CLIENT_MESSAGE_BYTES} bytes`));
  });

  test("within the limit is read, whatever else the stream has held", async () => {
    const half = "x".repeat(MAX_CLIENT_MESSAGE_BYTES / 2);
    const { outcome } = await ask(revision, (request) => {
      request.stream();
      for (let n = 0; n < 3; n++)
        request.event({ jsonrpc: "2.0", method: "notifications/message", params: { data: half } });
      request.event(answer(request));
      request.response.end();
    });
    expect(outcome).toMatchObject({ ok: true });
  });
});

test("calls at once have their own streams, and one that is cut takes no other with it", async () => {
  await using http = await connectedOverHttp(MODERN, (request) => {
    const { name } = request.message["params"];
    if (name === "a") request.socket.destroy();
    else request.json(answer(request, { name }));
  });
  const [a, b, c] = ["a", "b", "c"].map((name) => http.client.request("tools/call", { name }, { signal }));
  expect(await a).toMatchObject({ ok: false, failure: { kind: "transport_loss" } });
  expect(await b).toMatchObject({ ok: true, value: { name: "b" } });
  expect(await c).toMatchObject({ ok: true, value: { name: "c" } });
});

test("connections are kept for the next request", async () => {
  await using http = await connectedOverHttp(LEGACY, (request) => request.json(answer(request)));
  for (let n = 0; n < 5; n++) await http.client.request("tools/call", { name: "x" }, { signal });
  // Two: the standing stream is asked for beside the first call.
  expect(new Set(http.server.requests.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
});

describe("what is no HTTP", () => {
  test.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n\r\n"],
    ["a head without end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`],
    ["a broken chunk", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ])("%s is an invalid message", async (_, bytes) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.write(bytes));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const openPort = () => openNodeHttpPort(new URL(`http://127.0.0.1:${port}/mcp`));
    const transport = createHttpTransport({ openPort, target: "/mcp" });
    const client = createClient({
      transport,
      clock: systemClock,
      clientInfo: { name: "lab", version: "0" },
      revision: MODERN,
    });
    const outcome = await client.connect(signal);
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: "invalid_message", message: expect.stringContaining("it is not HTTP") },
    });
    await client.close({ signal });
    await new Promise((resolve) => server.close(resolve));
  });

  test("a closed port is a loss that names it", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    await new Promise((resolve) => server.close(resolve));
    for (const host of ["127.0.0.1", "localhost"]) {
      const openPort = () => openNodeHttpPort(new URL(`http://${host}:${port}/mcp`));
      const transport = createHttpTransport({ openPort, target: "/mcp" });
      const client = createClient({
        transport,
        clock: systemClock,
        clientInfo: { name: "lab", version: "0" },
        revision: LEGACY,
      });
      const message = expect.stringMatching(/^initialize: the connection was lost: connect ECONNREFUSED .*:\d+$/);
      const failure = { kind: "transport_loss", message, reason: "ECONNREFUSED" };
      expect(await client.connect(signal)).toEqual({ ok: false, failure });
      await client.close({ signal });
    }
  });
});
