import { afterEach, describe, expect, test } from "vitest";
import { call, initialize, modern, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import { endAllRaw, type Message, type RawProcess } from "../fixtures/raw-peer/raw-stdio.ts";
import { ERAS, openStdio, start } from "../fixtures/raw-peer/serve.ts";

afterEach(endAllRaw);

const CLEAN = { code: 0, signal: null };

/** What cannot leave is cut after 1.5 s; the rest is for a machine that does much else. */
const GRACE_AND_MORE_MS = 4_000;

/** How the process ended; later than 2 s from now is told, too. */
async function endOf(server: RawProcess): Promise<object> {
  const begin = performance.now();
  const end = await server.exit();
  const tookMs = performance.now() - begin;
  return tookMs < 2_000 ? end : { ...end, tookMs };
}

const ends: [string, (server: RawProcess) => void][] = [
  ["EOF", (server) => server.endStdin()],
  ["SIGTERM", (server) => server.kill("SIGTERM")],
  ["SIGINT", (server) => server.kill("SIGINT")],
];

describe.each(ends)("SPEC 14.2: %s ends serve with code 0 within 2 s", (_, end) => {
  test("when nothing has been said", async () => {
    const server = start("serve");
    await server.says(/./); // it has started
    end(server);
    expect(await endOf(server)).toEqual(CLEAN);
    expect(server.lines).toEqual([]);
  });

  test.each(ERAS)("whatever is pending, and what waits is dropped (%s)", async (era) => {
    const { server, send, call: run } = await openStdio(era);
    send(call(1, "delay", { delayMs: 20_000 }), call(2, "hang"), call(3, "response_after_cancellation", undefined, 3));
    send(call(4, "protocol_ping_liveness", { pingAfterMs: 1_000, livenessTimeoutMs: 20_000 }));
    await run("pending", "ping");
    end(server);
    expect(await endOf(server)).toEqual(CLEAN);
    expect(server.messages.filter(({ id }) => typeof id === "number")).toEqual([]);
    expect(server.unfinished).toBe("");
  });

  test("when the client does not read", async () => {
    const { server, send } = await openStdio("legacy");
    server.stopReading();
    send(...Array.from({ length: 40 }, (__, id) => call(id, "oversized_response", { sizeBytes: 262_144 })));
    await server.sent();
    const begin = performance.now();
    end(server);
    expect(await server.gone()).toEqual(CLEAN);
    expect(performance.now() - begin).toBeLessThan(GRACE_AND_MORE_MS);
  });

  test("in the middle of a message", async () => {
    const { server } = await openStdio("legacy");
    server.send('{"jsonrpc":"2.0","id":1,"meth');
    await server.sent();
    end(server);
    expect(await endOf(server)).toEqual(CLEAN);
  });
});

describe("SPEC 14.2: EOF", () => {
  test.each(ERAS)("an exchange whose answer exists still writes all its frames (%s)", async (era) => {
    const server = start("serve");
    const wrap = (message: Message) => (era === "modern" ? modern(message) : message);
    const opening = era === "legacy" ? [initialize("init")] : [];
    server.send(
      ...opening,
      wrap(call(1, "duplicate_response")),
      wrap(call(2, "invalid_progress", { variant: "after-completion" }, "t")),
    );
    server.send(wrap(call(3, "malformed_message", { variant: "result-with-error" })), wrap(call(4, "ping")));
    server.send(wrap(call(5, "invalid_progress", { variant: "regressing-progress" }, "r")));
    server.endStdin();
    expect(await endOf(server)).toEqual(CLEAN);
    const count = (match: (message: Message) => boolean) => server.messages.filter(match).length;
    expect(count(({ id }) => id === 1)).toBe(2);
    expect(count(({ id }) => id === 2)).toBe(1);
    const isProgress = (token: string) => (message: Message) =>
      message["method"] === "notifications/progress" && (message["params"] as Message)["progressToken"] === token;
    expect([count(isProgress("t")), count(isProgress("r"))]).toEqual([1, 2]);
    expect([3, 4, 5].map((wanted) => count(({ id }) => id === wanted))).toEqual([1, 1, 1]);
  });

  test("a modern subscription is ended in words before the process ends", async () => {
    const { server, send } = await openStdio("modern");
    send(rpc("l", "subscriptions/listen", { notifications: { toolsListChanged: true } }));
    await server.message(({ method }) => method === "notifications/subscriptions/acknowledged");
    server.endStdin();
    expect(await endOf(server)).toEqual(CLEAN);
    expect(server.messages.at(-1)).toMatchObject({ id: "l", result: { resultType: "complete" } });
  });

  test("a large answer leaves whole", async () => {
    const { server, send } = await openStdio("legacy");
    send(...Array.from({ length: 10 }, (_, id) => call(id, "oversized_response", { sizeBytes: 262_144 })));
    server.endStdin();
    expect(await endOf(server)).toEqual(CLEAN);
    expect(server.messages.filter(({ id }) => typeof id === "number")).toHaveLength(10);
    expect(server.unfinished).toBe("");
  });

  test("a last message without a line end is read, and answered", async () => {
    const server = start("serve");
    server.send(JSON.stringify(initialize(1)));
    server.endStdin();
    expect(await endOf(server)).toEqual(CLEAN);
    expect(server.messages).toMatchObject([{ id: 1, result: {} }]);
  });
});

describe("SPEC 14.2: signals", () => {
  test("a second signal changes nothing", async () => {
    const { server, send } = await openStdio("legacy");
    send(call(1, "hang"));
    server.kill("SIGTERM");
    server.kill("SIGINT");
    server.kill("SIGTERM");
    expect(await endOf(server)).toEqual(CLEAN);
  });

  test("a signal while a message is being written leaves no half of it", async () => {
    const { server, send, call: run } = await openStdio("legacy");
    await run("a", "ping");
    send(...Array.from({ length: 20 }, (_, id) => call(id, "oversized_response", { sizeBytes: 100_000 })));
    await server.answer(0);
    server.kill("SIGTERM");
    expect(await endOf(server)).toEqual(CLEAN);
    for (const line of server.lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});

describe("a client that goes away", () => {
  test("without reading is no error: the process ends with code 0", async () => {
    const { server, send } = await openStdio("legacy");
    send(...Array.from({ length: 40 }, (_, id) => call(id, "oversized_response", { sizeBytes: 262_144 })));
    server.closeStdout();
    server.endStdin();
    expect(await server.exit()).toEqual(CLEAN);
    expect(server.stderr).not.toMatch(/EPIPE|Error|at /);
  });
});

describe("a client that does not read", () => {
  test("gets everything, in order, once it reads again", async () => {
    const { server, send } = await openStdio("legacy");
    server.stopReading();
    send(...Array.from({ length: 60 }, (_, id) => call(id, "oversized_response", { sizeBytes: 262_144 })));
    send(call("last", "ping"));
    await server.sent();
    server.goOnReading();
    await server.answer("last");
    for (let id = 0; id < 60; id++) await server.answer(id);
    for (const line of server.lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(server.messages).toHaveLength(62);
  });
});

test("SPEC 3.1: nothing keeps the process alive after disconnect", async () => {
  const { server, send } = await openStdio("modern");
  send(call(1, "delay", { delayMs: 20_000 }), call(2, "disconnect"));
  expect(await endOf(server)).toEqual(CLEAN);
});

test("SPEC 3.1: one call's fault leaves the next call healthy", async () => {
  const { server, call: run } = await openStdio("legacy");
  for (const [tool, args] of [
    ["duplicate_response", {}],
    ["malformed_message", { variant: "missing-jsonrpc" }],
    ["invalid_progress", { variant: "after-completion" }],
    ["oversized_response", { sizeBytes: 10 }],
  ] as const) {
    await run(tool, tool, args, "t");
    expect(statusOf(await run(`after ${tool}`, "ping"))).toMatchObject({ status: "ok" });
    expect(server.messages.filter(({ id }) => id === `after ${tool}`)).toEqual([
      { jsonrpc: "2.0", id: `after ${tool}`, result: expect.any(Object) as unknown },
    ]);
  }
});
