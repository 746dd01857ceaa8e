import { describe, expect, test } from "vitest";
import { FAULTS } from "../../faults/index.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Revision } from "../../protocol/revision.ts";
import { createTestServer, FakeClient, settle, textOf, type FakeClientOptions } from "../testing/fake-client.ts";

const EVERYWHERE = [
  "ping",
  "delay",
  "hang",
  "disconnect",
  "malformed_message",
  "duplicate_response",
  "protocol_ping_liveness",
  "oversized_response",
  "invalid_progress",
];

function open(options: FakeClientOptions = {}) {
  const client = new FakeClient(options);
  if (client.revision !== "2026-07-28" && client.kind !== "stateless") client.initialize();
  return client;
}

function listed(options: FakeClientOptions): string[] {
  const { tools } = open(options).ask("tools/list").result as { tools: { name: string }[] };
  return tools.map(({ name }) => name);
}

describe("who sees which tools", () => {
  test.each<[what: string, options: FakeClientOptions, more: string[]]>([
    ["stdio, legacy", {}, ["response_after_cancellation"]],
    ["stdio, oldest revision", { revision: "2024-11-05" }, ["response_after_cancellation"]],
    ["stdio, modern", { revision: "2026-07-28" }, ["response_after_cancellation"]],
    ["stdio in process", { server: { serve: false } }, []],
    ["a session", { kind: "session" }, ["session_loss"]],
    ["HTTP without a session", { kind: "stateless", revision: "2025-03-26" }, []],
    ["HTTP, modern", { kind: "stateless", revision: "2026-07-28" }, []],
  ])("%s", (_what, options, more) => {
    const names = listed(options);
    expect(names.toSorted()).toEqual([...EVERYWHERE, ...more].toSorted());
    expect(listed(options)).toEqual(names);
  });

  test("one server shows each peer its own", () => {
    const on = createTestServer();
    expect(listed({ on, kind: "stateless" })).not.toContain("session_loss");
    expect(listed({ on, kind: "session" })).toContain("session_loss");
    expect(listed({ on })).not.toContain("session_loss");
    expect(listed({ on, kind: "stateless" })).not.toContain("session_loss");
    expect(listed({ on, kind: "session" })).toContain("session_loss");
  });

  test("every entry has a description and a schema of an object without other members", () => {
    const { tools } = open().ask("tools/list").result as { tools: JsonObject[] };
    for (const tool of tools)
      expect(tool).toMatchObject({
        title: expect.any(String) as string,
        description: expect.stringMatching(/\w/) as string,
        inputSchema: { type: "object", additionalProperties: false },
      });
    const old = open({ revision: "2024-11-05" }).ask("tools/list").result as { tools: JsonObject[] };
    for (const tool of old.tools) expect(tool).not.toHaveProperty("title");
  });

  test("serve can tell what is left out, and why", () => {
    const server = createTestServer();
    expect(server.leftOut("stdio")).toEqual([{ name: "session_loss", why: "it works on http-json, http-sse only" }]);
    expect(server.leftOut("http")).toEqual([
      { name: "response_after_cancellation", why: "it works on stdio only" },
      {
        name: "session_loss",
        why: "legacy requests without a session: it needs an initialized HTTP session; modern: it works in the legacy era only",
      },
    ]);
    expect(createTestServer({ serve: false }).leftOut("stdio")).toContainEqual({
      name: "response_after_cancellation",
      why: "it works under serve only",
    });
  });
});

describe("a tool that is not there", () => {
  test.each<[name: unknown, options: FakeClientOptions, message: string]>([
    ["nope", {}, "Unknown tool: nope"],
    ["constructor", {}, "Unknown tool: constructor"],
    ["session_loss", {}, "Tool session_loss is not available here: it works on http-json, http-sse only"],
    [
      "session_loss",
      { kind: "stateless", revision: "2025-03-26" },
      "Tool session_loss is not available here: it needs an initialized HTTP session",
    ],
    [
      "response_after_cancellation",
      { kind: "session" },
      "Tool response_after_cancellation is not available here: it works on stdio only",
    ],
    [undefined, {}, "params.name must be the name of a tool; found nothing"],
    [7, {}, "params.name must be the name of a tool; found 7"],
  ])("%j", (name, options, message) => {
    const client = open(options);
    const exchange = client.exchange("tools/call", { name: name as string, arguments: {} });
    expect(client.peer.arm(exchange)).toEqual({ kind: "not-a-fault-tool" });
    const channel = client.send(exchange);
    expect(channel.last.error).toEqual({ code: -32602, message });
    expect(channel.status).toBe(200);
  });

  test("arguments that are no object are invalid params", () => {
    for (const args of [[], "x", null, 3])
      for (const name of ["ping", "hang"]) {
        const client = open();
        const exchange = client.exchange("tools/call", { name, arguments: args });
        expect(client.peer.arm(exchange)).toEqual({ kind: "not-a-fault-tool" });
        expect(client.send(exchange).last.error).toMatchObject({ code: -32602 });
      }
  });
});

describe.each<Revision>(["2025-11-25", "2026-07-28"])("arguments at %s", (revision) => {
  test.each<[name: string, args: JsonObject | undefined, text: string]>([
    ["ping", { more: 1 }, 'Tool ping: found unknown argument "more"; it takes no arguments'],
    ["delay", { delayMs: 30_001 }, "Tool delay: $.delayMs: found 30001, allowed is a whole number from 0 to 30000"],
    ["delay", { delayMs: -1 }, "Tool delay: $.delayMs: found -1, allowed is a whole number from 0 to 30000"],
    ["delay", { delayMs: 1.5 }, "Tool delay: $.delayMs: found 1.5, allowed is a whole number from 0 to 30000"],
    ["delay", { delayMs: "5" }, 'Tool delay: $.delayMs: found "5", allowed is a whole number from 0 to 30000'],
    ["delay", {}, "Tool delay: $.delayMs: missing; required is a whole number from 0 to 30000"],
    ["delay", undefined, "Tool delay: $.delayMs: missing; required is a whole number from 0 to 30000"],
    [
      "delay",
      { delayMs: 1, delay: 2 },
      'Tool delay: $.delay: unknown key "delay"; did you mean "delayMs"?; allowed are "delayMs"',
    ],
    ["oversized_response", { sizeBytes: 262_145 }, "found 262145, allowed is a whole number from 0 to 262144"],
    ["malformed_message", { variant: "none" }, '$.variant: found "none", allowed are "missing-jsonrpc"'],
    ["invalid_progress", { variant: "unknown-token" }, "Tool invalid_progress: found no progress token"],
    [
      "protocol_ping_liveness",
      { pingAfterMs: 0, livenessTimeoutMs: 0 },
      "$.livenessTimeoutMs: found 0, allowed is a whole number from 1 to 30000",
    ],
  ])("%s %j is refused by a result that says what is allowed", (name, args, text) => {
    const client = open({ revision });
    const exchange = client.exchange("tools/call", { name, arguments: args });
    const arming = client.peer.arm(exchange);
    expect(arming.kind).toBe(name === "ping" ? "not-a-fault-tool" : "refused");
    const { last } = client.send(exchange);
    expect(last.result).toMatchObject({ isError: true });
    expect(textOf(last)).toContain(text);
  });

  test("nothing and {} are the same where nothing is needed", () => {
    for (const args of [undefined, {}])
      for (const name of ["ping", "hang", "disconnect", "duplicate_response"])
        expect(open({ revision }).callTool(name, args).last.result).not.toHaveProperty("isError");
  });

  test.each([0, "", "token"])("the progress token %j is one", (progressToken) => {
    const client = open({ revision });
    expect(
      client.callTool("invalid_progress", { variant: "unknown-token" }, { progressToken }).last.result,
    ).not.toHaveProperty("isError");
  });

  test("the healthy half of every fault tool answers once, with a status or the payload", async () => {
    for (const fault of FAULTS) {
      if (fault.tool === undefined) continue;
      const client = open({ revision, kind: fault.needs?.includes("session") === true ? "session" : "stdio" });
      if (fault.eras !== undefined && revision === "2026-07-28") continue;
      client.reply = () => ({ result: {} });
      // The type of the examples is lost in the catalogue; they are JSON.
      const args = fault.examples[0] as JsonObject;
      const channel = client.callTool(fault.name, args, { progressToken: 1 });
      await client.server.clock.advance(1000);
      expect(channel.answers).toBe(1);
      expect(textOf(channel.last)).toMatch(fault.name === "oversized_response" ? /^x*$/ : /^\{"status":/);
      expect(client.server.clock.pending).toBe(0);
    }
  });
});

describe("arming", () => {
  test("gives the declaration and the parameters with their defaults", () => {
    const client = open();
    const args = { pingAfterMs: 0, livenessTimeoutMs: 5 };
    expect(client.peer.arm(client.exchange("tools/call", { name: "protocol_ping_liveness", arguments: args }))).toEqual(
      {
        kind: "armed",
        declaration: FAULTS.find(({ name }) => name === "protocol_ping_liveness"),
        params: { ...args, completionDelayMs: 0, closeOnFailure: false },
        release: expect.any(Function) as () => void,
      },
    );
  });

  test.each<[what: string, options: FakeClientOptions, limit: number]>([
    ["a connection", {}, 128],
    ["a session", { kind: "session" }, 128],
    ["the server without sessions", { kind: "stateless", revision: "2026-07-28" }, 1024],
  ])("%s holds so many calls at one time", (_what, options, limit) => {
    const client = open(options);
    const call = () => client.exchange("tools/call", { name: "hang" });
    const armings = Array.from({ length: limit }, () => client.peer.arm(call()));
    expect(armings.every(({ kind }) => kind === "armed")).toBe(true);

    const tooMany = call();
    expect(client.peer.arm(tooMany)).toMatchObject({ kind: "refused" });
    const refused = client.send(tooMany);
    expect(refused.last.result).toMatchObject({ isError: true });
    expect(textOf(refused.last)).toBe(
      `Tool hang: found ${limit} calls of fault tools that have not ended; at most ${limit} may be pending at one time`,
    );
    expect(client.callTool("ping").last.result).not.toHaveProperty("isError");

    const [first] = armings;
    if (first?.kind === "armed") first.release();
    expect(client.peer.arm(call())).toMatchObject({ kind: "armed" });
    expect(client.peer.arm(call())).toMatchObject({ kind: "refused" });
  });

  test("peers do not take each other's places", () => {
    const on = createTestServer();
    const [one, two] = [open({ on }), open({ on, kind: "session" })];
    for (let n = 0; n < 128; n++) one.peer.arm(one.exchange("tools/call", { name: "hang" }));
    expect(two.peer.arm(two.exchange("tools/call", { name: "hang" }))).toMatchObject({ kind: "armed" });
  });

  test("a call that nobody armed takes its place for as long as it runs", async () => {
    const client = open();
    const args = { pingAfterMs: 10, livenessTimeoutMs: 10 };
    const calls = Array.from({ length: 128 }, () => client.callTool("protocol_ping_liveness", args));
    expect(textOf(client.callTool("hang").last)).toContain("at most 128");
    await client.server.clock.advance(20);
    expect(calls.every(({ answers }) => answers === 1)).toBe(true);
    for (let n = 0; n < 200; n++) expect(client.callTool("hang").last.result).not.toHaveProperty("isError");
  });
});

describe("the protocol ping of a call", () => {
  const ARGS = { pingAfterMs: 0, livenessTimeoutMs: 100 };

  test.each([
    ["success", { result: {} }],
    ["success", { result: { _meta: { a: 1 } } }],
    ["invalid_response", { result: { pong: true } }],
    ["invalid_response", { result: "pong" }],
    ["invalid_response", { error: { code: -32603, message: "broken" } }],
    ["unsupported", { error: { code: -32601, message: "no ping" } }],
    ["timeout", undefined],
  ])("%s: %j", async (outcome, reply) => {
    const client = open();
    const asked: JsonObject[] = [];
    client.reply = (request) => {
      asked.push(request);
      return reply;
    };
    const channel = client.callTool("protocol_ping_liveness", ARGS);
    await client.server.clock.advance(100);
    expect(asked).toEqual([{ jsonrpc: "2.0", id: "server-1", method: "ping" }]);
    expect(JSON.parse(textOf(channel.last))).toMatchObject({ protocolPing: { outcome } });
    // The ping, and the answer: a time-out sends nothing more.
    expect(channel.sent).toHaveLength(2);
    expect(client.server.clock.pending).toBe(0);
  });

  test("the modern era has none", async () => {
    const client = open({ revision: "2026-07-28" });
    const channel = client.callTool("protocol_ping_liveness", ARGS);
    await client.server.clock.advance(0);
    expect(JSON.parse(textOf(channel.last))).toMatchObject({ protocolPing: { outcome: "unsupported" } });
    expect(channel.sent).toHaveLength(1);
  });

  test("without a session no answer finds its way back", async () => {
    const client = open({ kind: "stateless", revision: "2025-11-25" });
    client.reply = () => ({ result: {} });
    const channel = client.callTool("protocol_ping_liveness", ARGS);
    await client.server.clock.advance(100);
    expect(channel.sent[0]).toMatchObject({ method: "ping" });
    expect(JSON.parse(textOf(channel.last))).toMatchObject({ protocolPing: { outcome: "timeout" } });
  });

  test("a cancel of the call ends the wait", async () => {
    const client = open();
    const channel = client.open("tools/call", { name: "protocol_ping_liveness", arguments: ARGS }, "c");
    await settle(client);
    client.notify("notifications/cancelled", { requestId: "c" });
    await settle(client);
    expect([channel.answers, channel.ended, client.server.clock.pending]).toEqual([0, 1, 0]);
  });
});
