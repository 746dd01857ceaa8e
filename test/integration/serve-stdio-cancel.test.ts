import { afterEach, describe, expect, test } from "vitest";
import { call, cancel, initialize, rpc, statusOf, errorTextOf } from "../fixtures/raw-peer/messages.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import { ERAS, openStdio, start } from "../fixtures/raw-peer/serve.ts";

afterEach(endAllRaw);

const isProgress = (message: Message) => message["method"] === "notifications/progress";

describe.each(ERAS)("SPEC 3: the notification cancels on stdio, %s era", (era) => {
  test.each([
    ["delay", { delayMs: 20_000 }],
    ["hang", undefined],
  ])("a cancelled %s is never answered, and all else goes on", async (tool, args) => {
    const { server, send, call: run } = await openStdio(era);
    send(call("cancelled", tool, args), call("kept", "delay", { delayMs: 250 }), cancel("cancelled"));
    await server.answer("kept");
    await run("next", "ping");
    expect(server.messages.filter(({ id }) => id === "cancelled")).toEqual([]);
  });

  test.each([0, -1, "0", ""])("also for the id %j", async (id) => {
    const { server, send, call: run } = await openStdio(era);
    send(call(id, "delay", { delayMs: 100 }), cancel(id));
    await run("later", "delay", { delayMs: 300 });
    expect(server.messages.filter((message) => message["id"] === id)).toEqual([]);
  });

  test("a cancel of 0 does not cancel its text, nor the other way round", async () => {
    const { server, send } = await openStdio(era);
    send(call(0, "delay", { delayMs: 100 }), call("1", "delay", { delayMs: 100 }), cancel("0"), cancel(1));
    expect(statusOf(await server.answer(0))).toMatchObject({ status: "delayed" });
    expect(statusOf(await server.answer("1"))).toMatchObject({ status: "delayed" });
  });

  test("cancels of what is unknown, answered or not an id are ignored", async () => {
    const { server, send, call: run } = await openStdio(era);
    await run(1, "ping");
    send(cancel(1), cancel(99), cancel("no"));
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: {} });
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: null } });
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: { id: 1 } } });
    expect(statusOf(await run(2, "ping"))).toMatchObject({ status: "ok" });
    expect(server.messages.filter(({ id }) => id !== "init")).toHaveLength(2);
  });

  test("the id of a cancelled call may be used again", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(call(1, "hang"), cancel(1));
    expect(statusOf(await run(1, "ping"))).toMatchObject({ status: "ok" });
    expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  });
});

describe.each(ERAS)("SPEC 3.1, 14.6: response_after_cancellation, %s era", (era) => {
  test.each([
    [0, "token"],
    ["id", 0],
    [-7, ""],
  ])("id %j, token %j: one progress when armed, one late result after the cancel", async (id, token) => {
    const { server, send, call: run } = await openStdio(era);
    send(call(id, "response_after_cancellation", undefined, token));
    const armed = await server.message(isProgress);
    expect(armed["params"]).toMatchObject({ progressToken: token });
    expect(server.messages.filter((message) => message["id"] === id)).toEqual([]);
    send(cancel(id));
    expect(statusOf(await server.answer(id))).toHaveProperty("status");
    await run("later", "delay", { delayMs: 200 });
    expect(server.messages.filter((message) => message["id"] === id)).toHaveLength(1);
    expect(server.messages.filter(isProgress)).toHaveLength(1);
  });

  test("without a token there is no progress", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(call(1, "response_after_cancellation"));
    await run("armed", "ping");
    send(cancel(1));
    await server.answer(1);
    expect(server.messages.filter(isProgress)).toEqual([]);
  });

  test("a cancel in the same chunk is seen, too", async () => {
    const { server, send } = await openStdio(era);
    send(call(1, "response_after_cancellation"), cancel(1));
    expect(statusOf(await server.answer(1))).toHaveProperty("status");
  });

  test("a second cancel brings no second result, and a cancel of another call none at all", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(call(1, "response_after_cancellation"), call(2, "hang"), cancel(2));
    await run("a", "delay", { delayMs: 100 });
    expect(server.messages.filter(({ id }) => id === 1)).toEqual([]);
    send(cancel(1), cancel(1));
    await run("b", "delay", { delayMs: 100 });
    expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  });

  test("no cancel within 5 s: an error result, and no late answer", async () => {
    const { server, call: run, send } = await openStdio(era);
    const begin = performance.now();
    expect(errorTextOf(await run(1, "response_after_cancellation"))).toMatch(/cancel/i);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(4_999);
    send(cancel(1));
    await run(2, "delay", { delayMs: 100 });
    expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  });
});

test("initialize cannot be cancelled", async () => {
  const server = start("serve");
  server.send(initialize(1), cancel(1));
  expect(await server.answer(1)).toHaveProperty("result");
});

test.each(ERAS)("two calls with the same id at one time are both answered (%s)", async (era) => {
  const { server, send, call: run } = await openStdio(era);
  send(call(1, "delay", { delayMs: 100 }), call(1, "delay", { delayMs: 150 }));
  await run("later", "delay", { delayMs: 400 });
  expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(2);
});

test("a list of tools is not held up by calls that wait", async () => {
  const { server, send } = await openStdio("legacy");
  send(...Array.from({ length: 100 }, (_, id) => call(id, "hang")), rpc("list", "tools/list"));
  expect(await server.answer("list")).toHaveProperty("result.tools");
});
