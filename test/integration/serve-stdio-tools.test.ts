import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { call, cancel, errorTextOf, rpc, statusOf } from "../fixtures/raw-peer/messages.ts";
import { endAllRaw, type Message } from "../fixtures/raw-peer/raw-stdio.ts";
import { ERAS, openStdio } from "../fixtures/raw-peer/serve.ts";
import { removePlans, writePlan } from "../fixtures/write-plan.ts";

afterEach(endAllRaw);

const TOOLS = [
  "ping",
  "delay",
  "hang",
  "disconnect",
  "malformed_message",
  "duplicate_response",
  "response_after_cancellation",
  "protocol_ping_liveness",
  "oversized_response",
  "invalid_progress",
];

const progressOf = (messages: readonly Message[]): Message[] =>
  messages.filter(({ method }) => method === "notifications/progress").map((message) => message["params"] as Message);

describe.each(ERAS)("SPEC 3.1: the fault tools on stdio, %s era", (era) => {
  test("all but session_loss are listed", async () => {
    const { server, send } = await openStdio(era);
    send(rpc(1, "tools/list"));
    const { tools } = (await server.answer(1))["result"] as { tools: { name: string; inputSchema: Message }[] };
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOLS].sort());
    for (const { inputSchema } of tools) expect(inputSchema).toMatchObject({ type: "object" });
  });

  test("session_loss is an unknown tool here: -32602 that names it", async () => {
    const { call: run } = await openStdio(era);
    const { error } = await run(1, "session_loss", { activation: "during_request" });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("session_loss") as unknown });
  });

  test("an unknown tool is -32602 that names it", async () => {
    const { call: run } = await openStdio(era);
    const { error } = await run(1, "no_such_tool");
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("no_such_tool") as unknown });
  });

  test("ping: status ok and the time", async () => {
    const { call: run } = await openStdio(era);
    const { status, timestamp } = statusOf(await run(1, "ping")) as { status: string; timestamp: string };
    expect(status).toBe("ok");
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
  });

  test("delay waits, then succeeds", async () => {
    const { call: run } = await openStdio(era);
    const start = performance.now();
    expect(statusOf(await run(1, "delay", { delayMs: 300 }))["status"]).toBe("delayed");
    expect(performance.now() - start).toBeGreaterThanOrEqual(299);
    expect(statusOf(await run(2, "delay", { delayMs: 0 }))["status"]).toBe("delayed");
  });

  test("delay touches no other call", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(call(1, "delay", { delayMs: 400 }));
    await run(2, "ping");
    await server.answer(1);
    expect(server.messages.map(({ id }) => id as unknown).slice(-2)).toEqual([2, 1]);
  });

  test("hang never answers, and all else goes on", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(call(1, "hang"));
    await run(2, "delay", { delayMs: 300 });
    expect(server.messages.filter(({ id }) => id === 1)).toEqual([]);
  });

  test("disconnect closes stdout without an answer, loses all other calls and exits with 0", async () => {
    const { server, send } = await openStdio(era);
    send(call(1, "delay", { delayMs: 20_000 }), call(2, "disconnect"), call(3, "hang"));
    await server.stdoutEnd();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    expect(server.messages.filter(({ id }) => id !== "init")).toEqual([]);
    expect(server.unfinished).toBe("");
  });

  const variants: [string, (message: Message) => void][] = [
    ["missing-jsonrpc", (message) => expect(message).not.toHaveProperty("jsonrpc")],
    ["invalid-jsonrpc-version", (message) => expect(message["jsonrpc"]).toBe("1.0")],
    [
      "result-with-error",
      (message) => {
        expect(message["jsonrpc"]).toBe("2.0");
        expect(message["error"]).toEqual({
          code: expect.any(Number) as unknown,
          message: expect.any(String) as unknown,
        });
        expect(Number.isInteger((message["error"] as Message)["code"])).toBe(true);
      },
    ],
  ];
  test.each(variants)("malformed_message %s breaks that one rule of its own answer alone", async (variant, broken) => {
    const { server, call: run } = await openStdio(era);
    const answer = await run(1, "malformed_message", { variant });
    broken(answer);
    expect(statusOf(answer)).toHaveProperty("status");
    const members = new Set(Object.keys(answer));
    const expected = variant === "missing-jsonrpc" ? ["id", "result"] : ["jsonrpc", "id", "result"];
    expect(members).toEqual(new Set([...expected, ...(variant === "result-with-error" ? ["error"] : [])]));
    expect(statusOf(await run(2, "ping"))).toMatchObject({ status: "ok" });
    expect(server.messages.filter(({ id }) => id === 1)).toHaveLength(1);
  });

  test("duplicate_response sends exactly two equal answers, once", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(call(0, "duplicate_response"));
    await server.answer(0);
    await run(1, "delay", { delayMs: 200 });
    await run(2, "ping");
    const answers = server.lines.filter((line) => (JSON.parse(line) as Message)["id"] === 0);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toBe(answers[1]);
    for (const id of [1, 2]) expect(server.messages.filter((message) => message["id"] === id)).toHaveLength(1);
  });

  test.each([0, 1, 4_096, 65_536, 262_144])("oversized_response: exactly %i x", async (sizeBytes) => {
    const { call: run } = await openStdio(era);
    const { result } = (await run(1, "oversized_response", { sizeBytes })) as { result: { content: unknown[] } };
    expect(result.content).toEqual([{ type: "text", text: "x".repeat(sizeBytes) }]);
  });

  test.each([0, "0", "token", -5])(
    "invalid_progress unknown-token: one notification under another token than %j",
    async (token) => {
      const { server, call: run } = await openStdio(era);
      const answer = await run(1, "invalid_progress", { variant: "unknown-token" }, token);
      expect(statusOf(answer)).toHaveProperty("status");
      expect(answer["result"]).not.toHaveProperty("isError", true);
      const progress = progressOf(server.messages);
      expect(progress).toHaveLength(1);
      expect(progress[0]?.["progressToken"]).not.toEqual(token);
      expect(server.messages.at(-1)).toEqual(answer);
    },
  );

  test.each([0, "token"])("invalid_progress regressing-progress: 2, then 1, under %j", async (token) => {
    const { server, call: run } = await openStdio(era);
    const answer = await run(1, "invalid_progress", { variant: "regressing-progress" }, token);
    expect(progressOf(server.messages)).toMatchObject([
      { progressToken: token, progress: 2 },
      { progressToken: token, progress: 1 },
    ]);
    expect(server.messages.at(-1)).toEqual(answer);
    expect(answer["result"]).not.toHaveProperty("isError", true);
  });

  test.each([0, "token"])(
    "invalid_progress after-completion: one notification after the answer, under %j",
    async (token) => {
      const { server, call: run } = await openStdio(era);
      const answer = await run(1, "invalid_progress", { variant: "after-completion" }, token);
      await server.message(({ method }) => method === "notifications/progress");
      expect(server.messages.at(-2)).toEqual(answer);
      expect(progressOf(server.messages)).toMatchObject([{ progressToken: token }]);
    },
  );

  test("frames that are to be told apart are separate writes with a gap between them", async () => {
    // So long that whoever reads them is there for each, however busy the machine.
    const inject = [{ fault: "invalid_progress", with: { variant: "regressing-progress" } }];
    const plan = writePlan([{ when: { method: "tools/call" }, inject, gapMs: 600 }]);
    onTestFinished(removePlans);
    const { server, call: run } = await openStdio(era, "--plan", plan);
    const before = server.chunks.length;
    await run(1, "ping", undefined, 0);
    const chunks = server.chunks.slice(before);
    expect(chunks.map(({ bytes }) => bytes.toString().trimEnd().split("\n").length)).toEqual([1, 1, 1]);
    expect((chunks[2]?.atMs ?? 0) - (chunks[0]?.atMs ?? 0)).toBeGreaterThan(600);
  });

  test("invalid_progress without a token is an error result, and nothing is armed", async () => {
    const { server, call: run } = await openStdio(era);
    expect(errorTextOf(await run(1, "invalid_progress", { variant: "unknown-token" }))).toMatch(
      /invalid_progress.*token/is,
    );
    await run(2, "ping", undefined, "token");
    expect(progressOf(server.messages)).toEqual([]);
  });

  const refused: [string, Message | undefined, RegExp][] = [
    ["delay", { delayMs: -1 }, /delayMs.*-1.*30000/s],
    ["delay", { delayMs: 30_001 }, /delayMs.*30001.*30000/s],
    ["delay", { delayMs: 1.5 }, /delayMs.*1\.5/s],
    ["delay", { delayMs: "5" }, /delayMs.*"5"/s],
    ["delay", { delayMs: null }, /delayMs.*null/s],
    ["delay", {}, /delayMs/],
    ["delay", undefined, /delayMs/],
    ["delay", { delayMs: 1, more: 1 }, /more/],
    ["ping", { x: 1 }, /x/],
    ["hang", { x: 1 }, /x/],
    ["disconnect", { x: 1 }, /x/],
    ["duplicate_response", { x: 1 }, /x/],
    ["response_after_cancellation", { x: 1 }, /x/],
    [
      "malformed_message",
      { variant: "other" },
      /variant.*"other".*missing-jsonrpc.*invalid-jsonrpc-version.*result-with-error/s,
    ],
    ["malformed_message", {}, /variant/],
    ["oversized_response", { sizeBytes: 262_145 }, /sizeBytes.*262145.*262144/s],
    ["oversized_response", { sizeBytes: -1 }, /sizeBytes.*-1/s],
    ["invalid_progress", { variant: 1 }, /variant.*1/s],
    ["protocol_ping_liveness", { pingAfterMs: 0, livenessTimeoutMs: 0 }, /livenessTimeoutMs.*0.*30000/s],
    ["protocol_ping_liveness", { pingAfterMs: 30_001, livenessTimeoutMs: 1 }, /pingAfterMs.*30001.*30000/s],
    [
      "protocol_ping_liveness",
      { pingAfterMs: 0, livenessTimeoutMs: 1, completionDelayMs: -1 },
      /completionDelayMs.*-1/s,
    ],
    [
      "protocol_ping_liveness",
      { pingAfterMs: 0, livenessTimeoutMs: 1, closeOnFailure: "yes" },
      /closeOnFailure.*"yes"/s,
    ],
    ["protocol_ping_liveness", { pingAfterMs: 0 }, /livenessTimeoutMs/],
  ];
  test("arguments outside a limit get an error result that says what and what is allowed", async () => {
    const { server, call: run } = await openStdio(era);
    for (const [index, [tool, args, says]] of refused.entries()) {
      const answer = await run(index, tool, args, "token");
      expect([tool, args, errorTextOf(answer)]).toEqual([tool, args, expect.stringMatching(says) as unknown]);
    }
    expect(statusOf(await run("last", "ping"))).toMatchObject({ status: "ok" });
    expect(server.messages.filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test("the 129th pending activation is refused at once, and a cancel makes room", async () => {
    const { server, send, call: run } = await openStdio(era);
    send(...Array.from({ length: 128 }, (_, id) => call(id, id % 2 === 0 ? "hang" : "response_after_cancellation")));
    expect(errorTextOf(await run("one too many", "hang"))).toMatch(/hang.*128/s);
    expect(errorTextOf(await run("too many", "delay", { delayMs: 0 }))).toMatch(/delay.*128/s);
    expect(statusOf(await run("alive", "ping"))).toMatchObject({ status: "ok" });
    send(cancel(0));
    await run("the cancel has been read", "ping");
    expect(statusOf(await run("room", "delay", { delayMs: 1 }))).toMatchObject({ status: "delayed" });
    expect(statusOf(await run("still", "delay", { delayMs: 1 }))).toMatchObject({ status: "delayed" });
    expect(server.messages.filter(({ id }) => typeof id === "number")).toEqual([]);
  });
});

describe.each(ERAS)("SPEC 12: two exchanges never mix their bytes (%s)", (era) => {
  test("large answers, duplicates and pings at one time", async () => {
    const { server, send } = await openStdio(era);
    const calls = Array.from({ length: 60 }, (_, id) => {
      if (id % 3 === 0) return call(id, "oversized_response", { sizeBytes: 262_144 });
      return id % 3 === 1 ? call(id, "duplicate_response") : call(id, "ping");
    });
    send(...calls);
    for (let id = 0; id < 60; id++) await server.answer(id);
    for (const line of server.lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  test("a message that is written in many pieces holds the stream; the others wait, and it is not lost at EOF", async () => {
    const { server, send } = await openStdio(era, "--rule", "tools/call:ping drip chunkBytes=16 intervalMs=20");
    send(call("dripped", "ping"));
    await server.says(/fired: drip on tools\/call ping/);
    send(...Array.from({ length: 30 }, (_, id) => call(id, id % 2 === 0 ? "ping" : "duplicate_response")));
    await server.sent();
    server.endStdin();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    const answers = server.lines.map((line) => (JSON.parse(line) as Message)["id"] as unknown);
    expect(answers.filter((id) => id === "dripped")).toHaveLength(1);
    expect(answers.filter((id) => typeof id === "number")).toHaveLength(45);
  });
});
