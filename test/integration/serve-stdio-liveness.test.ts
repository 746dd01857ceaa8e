import { afterEach, describe, expect, test } from "vitest";
import { call, cancel, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import { endAllRaw, type Message, type RawProcess } from "../fixtures/raw-peer/raw-stdio.ts";
import { openStdio } from "../fixtures/raw-peer/serve.ts";

afterEach(endAllRaw);

const isPing = (message: Message) => message["method"] === "ping";
const tool = "protocol_ping_liveness";

/** The JSON lines on stderr that tell of a request's liveness. */
function told(server: RawProcess, requestId: unknown): Message[] {
  return server.stderr
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Message)
    .filter((line) => line["event"] === tool && line["requestId"] === requestId);
}

describe("SPEC 3.1: protocol_ping_liveness on stdio, legacy era", () => {
  const answers: [string, (id: unknown) => Message, string][] = [
    ["an empty result", (id) => ({ jsonrpc: "2.0", id, result: {} }), "success"],
    ["method not found", (id) => ({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }), "unsupported"],
    ["another error", (id) => ({ jsonrpc: "2.0", id, error: { code: -32603, message: "no" } }), "invalid_response"],
  ];
  test.each(answers)("a client that answers with %s", async (_, answer, outcome) => {
    const { server, send } = await openStdio("legacy");
    send(call(5, tool, { pingAfterMs: 0, livenessTimeoutMs: 10_000 }));
    const ping = await server.message(isPing);
    expect(Object.keys(ping).sort()).toEqual(["id", "jsonrpc", "method"]);
    server.send(answer(ping["id"]));
    const result = await server.answer(5);
    const failed = outcome !== "success";
    expect(statusOf(result)).toEqual({
      status: failed ? "protocol_ping_failed" : "protocol_ping_succeeded",
      protocolPing: { outcome },
      transport: { outcome: "retained" },
    });
    expect((result["result"] as Message)["isError"] ?? false).toBe(failed);
    await server.says(/protocol_ping_liveness/);
    expect(told(server, 5)).toEqual([
      { event: tool, requestId: 5, protocolPing: { outcome }, transport: { outcome: "retained" } },
    ]);
  });

  test("a client that is silent", async () => {
    const { server, call: run } = await openStdio("legacy");
    const start = performance.now();
    const result = await run("s", tool, { pingAfterMs: 0, livenessTimeoutMs: 200, completionDelayMs: 20_000 });
    expect(statusOf(result)).toMatchObject({ status: "protocol_ping_failed", protocolPing: { outcome: "timeout" } });
    expect(performance.now() - start).toBeGreaterThanOrEqual(199); // a failed ping skips completionDelayMs
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(server.messages.filter(isPing)).toHaveLength(1);
    expect(statusOf(await run("next", "ping"))).toMatchObject({ status: "ok" });
  });

  test("completionDelayMs is waited after a good ping", async () => {
    const { server, send } = await openStdio("legacy");
    send(call(1, tool, { pingAfterMs: 100, livenessTimeoutMs: 10_000, completionDelayMs: 200 }));
    const start = performance.now();
    const ping = await server.message(isPing);
    server.send({ jsonrpc: "2.0", id: ping["id"], result: {} });
    await server.answer(1);
    expect(performance.now() - start).toBeGreaterThanOrEqual(199);
  });

  test("closeOnFailure cannot close anything for this request alone", async () => {
    const { server, call: run } = await openStdio("legacy");
    const result = await run(0, tool, { pingAfterMs: 0, livenessTimeoutMs: 50, closeOnFailure: true });
    expect(statusOf(result)).toMatchObject({ transport: { outcome: "closure_unavailable" } });
    expect(result["result"]).toMatchObject({ isError: true });
    expect(statusOf(await run(1, "ping"))).toMatchObject({ status: "ok" });
    expect(told(server, 0).at(-1)).toMatchObject({
      protocolPing: { outcome: "timeout" },
      transport: { outcome: "closure_unavailable" },
    });
  });

  test.each([
    ["before the ping", { pingAfterMs: 20_000, livenessTimeoutMs: 1_000 }, false],
    ["while the ping waits", { pingAfterMs: 0, livenessTimeoutMs: 20_000, closeOnFailure: true }, true],
  ])("a cancel %s ends the wait, closes nothing and is not answered", async (_, args, pings) => {
    const { server, send, call: run } = await openStdio("legacy");
    send(call(1, tool, args));
    if (pings) await server.message(isPing);
    send(cancel(1));
    await run(2, "delay", { delayMs: 200 });
    expect(server.messages.filter(({ id }) => id === 1)).toEqual([]);
    expect(server.messages.filter(isPing)).toHaveLength(pings ? 1 : 0);
  });

  test("a late answer to the ping does no harm", async () => {
    const { server, call: run } = await openStdio("legacy");
    await run(1, tool, { pingAfterMs: 0, livenessTimeoutMs: 50 });
    const ping = await server.message(isPing);
    server.send({ jsonrpc: "2.0", id: ping["id"], result: {} });
    expect(statusOf(await run(2, "ping"))).toMatchObject({ status: "ok" });
    expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  });
});

describe("SPEC 3.1: protocol_ping_liveness on stdio, modern era", () => {
  test("waits, sends nothing and calls it unsupported", async () => {
    const { server, call: run } = await openStdio("modern");
    const start = performance.now();
    const result = await run(1, tool, { pingAfterMs: 200, livenessTimeoutMs: 1, completionDelayMs: 20_000 });
    expect(performance.now() - start).toBeGreaterThanOrEqual(199);
    expect(statusOf(result)).toEqual({
      status: "protocol_ping_failed",
      protocolPing: { outcome: "unsupported" },
      transport: { outcome: "retained" },
    });
    expect(server.messages.filter(isPing)).toEqual([]);
  });
});

describe("a ping by the client", () => {
  test("is answered in the legacy era and unknown in the modern one", async () => {
    const legacy = await openStdio("legacy");
    legacy.send(rpc(1, "ping"));
    expect(await legacy.server.answer(1)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    const modern = await openStdio("modern");
    modern.send(rpc(1, "ping"));
    expect(await modern.server.answer(1)).toMatchObject({ error: { code: -32601 } });
  });
});
