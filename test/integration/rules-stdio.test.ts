import { afterEach, describe, expect, test } from "vitest";
import { call, initialize, rpc } from "../fixtures/raw-peer/messages.ts";
import { endAllRaw, type Message, type RawProcess } from "../fixtures/raw-peer/raw-stdio.ts";
import { ERAS, openStdio, start } from "../fixtures/raw-peer/serve.ts";
import { removePlans, writePlan } from "../fixtures/write-plan.ts";

afterEach(async () => {
  await endAllRaw();
  removePlans();
});

const serve = (...rules: string[]): RawProcess => start("serve", ...rules.flatMap((rule) => ["--rule", rule]));

describe("the life of the process", () => {
  test.each([
    ["$start", 3],
    ["$open", 4],
  ])("it exits at %s before it has read anything", async (at, code) => {
    const server = serve(`${at} process_exit code=${code}`);
    server.send(initialize());
    expect(await server.exit()).toEqual({ code, signal: null });
    expect(server.lines).toEqual([]);
  });

  test("it exits during the handshake, and right after it", async () => {
    const during = serve("initialize process_exit code=5");
    during.send(initialize());
    expect(await during.exit()).toEqual({ code: 5, signal: null });
    const after = serve("tools/list process_exit code=0 place=after");
    after.send(initialize("init"));
    await after.answer("init");
    after.send(rpc(2, "tools/list"));
    expect(await after.answer(2)).toHaveProperty("result.tools");
    expect(await after.exit()).toEqual({ code: 0, signal: null });
  });

  test("it exits when the client says that it is ready", async () => {
    const { server } = await openStdio("legacy", "--rule", "notifications/initialized process_exit code=6");
    expect(await server.exit()).toEqual({ code: 6, signal: null });
  });

  test("it is killed during a call, with the others in flight", async () => {
    const { server, send } = await openStdio("modern", "--rule", "tools/call:ping process_exit signal=SIGKILL");
    send(call(1, "delay", { delayMs: 20_000 }), call(2, "ping"));
    expect(await server.exit()).toEqual({ code: null, signal: "SIGKILL" });
    expect(server.lines).toEqual([]);
  });

  test("stdout closes and the process lives until its input ends", async () => {
    const { server, send } = await openStdio("modern", "--rule", "tools/call:ping stdout_closed place=after");
    send(call(1, "ping"));
    await server.answer(1);
    await server.stdoutEnd();
    // The process takes input, and says nothing.
    send(call(2, "ping"));
    await server.sent();
    server.endStdin();
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    expect(server.lines).toHaveLength(1);
  });

  test("it takes its time to start: what was sent meanwhile is answered then", async () => {
    const server = serve("$open slow_start delayMs=300");
    server.send(initialize());
    expect(await server.answer(1)).toHaveProperty("result.protocolVersion");
    await server.says(/fired: slow_start on \$open/);
    expect(server.chunks[0]?.atMs).toBeGreaterThan(300);
  });

  test.each(["EOF", "SIGTERM"])("it does not go at %s before its time, and says so", async (end) => {
    const { server } = await openStdio("legacy", "--rule", "$shutdown refuse_exit ms=400");
    const told = performance.now();
    if (end === "EOF") server.endStdin();
    else server.kill("SIGTERM");
    expect(await server.exit()).toEqual({ code: 0, signal: null });
    expect(performance.now() - told).toBeGreaterThan(390);
    expect(server.stderr).toContain("the shutdown is in the hands of refuse_exit for at most 400 ms");
  });
});

describe("stdout and stderr", () => {
  test("a banner stands before the first message", async () => {
    const server = serve("$open stdout_noise noise=banner");
    server.send(initialize());
    await server.answer(1);
    expect(server.lines.slice(0, 3)).toEqual(["  ___", " | lab | 🧪 ready", "  ---"]);
  });

  test("noise inside a line spoils that line alone", async () => {
    const { server, send, call: ask } = await openStdio("modern", "--rule", "tools/call#1 stdout_noise place=inside");
    send(call(1, "ping"));
    const broken = [await server.line(), await server.line()].join("");
    expect(broken).toContain("Server started on purpose");
    expect(await ask(2, "ping")).toHaveProperty("result");
  });

  test("characters split between writes arrive as separate chunks, and whole", async () => {
    const { server, call: ask } = await openStdio("modern", "--rule", "tools/call split_character intervalMs=30");
    const answer = await ask(1, "ping");
    expect(JSON.stringify(answer)).toContain("é € 😀 👩‍🔬");
    // How many of the pieces a busy reader finds apart from the one before is the machine's affair.
    const starts = server.chunks.map(({ bytes }) => (bytes[0] ?? 0) & 0xc0);
    expect(starts.filter((bits) => bits === 0x80).length).toBeGreaterThan(0);
  });

  test("a flood on stderr is written whole before the answer", async () => {
    const { server, call: ask } = await openStdio("modern", "--rule", "tools/call stderr_flood bytes=1000000");
    expect(await ask(1, "ping")).toHaveProperty("result");
    // What was written is read only by and by.
    server.endStdin();
    await server.exit();
    expect(server.stderr.match(/^(?:on purpose ){9}$/gm)).toHaveLength(10_000);
  });

  test("a flood that nobody reads holds the answer back, and nothing else", async () => {
    const {
      server,
      send,
      call: ask,
    } = await openStdio("modern", "--rule", "tools/call:delay stderr_flood bytes=4000000");
    server.stopReadingStderr();
    send(call(1, "delay", { delayMs: 0 }));
    expect(await ask(2, "ping")).toHaveProperty("result");
    expect(server.messages.some(({ id }) => id === 1)).toBe(false);
    server.goOnReadingStderr();
    expect(await server.answer(1)).toHaveProperty("result");
    server.endStdin();
    await server.exit();
    expect(server.stderr.length).toBeGreaterThan(4_000_000);
  });

  test("the largest message comes whole, and others wait behind it", async () => {
    const { server, send } = await openStdio("modern", "--rule", "tools/call:delay huge_message sizeBytes=3000000");
    send(call(1, "delay", { delayMs: 0 }), call(2, "ping"));
    const [huge, ping] = await Promise.all([server.answer(1), server.answer(2)]);
    const texts = (huge.result as { content: { text: string }[] }).content.map(({ text }) => text);
    expect(texts.at(-1)).toMatch(/^\[start\]x{1500000}\[middle\]x{1500000}\[end\]$/);
    expect(ping).toHaveProperty("result");
    expect(server.lines).toHaveLength(2);
  });

  test("a message that a cancel has cut short does not take the next one with it", async () => {
    const {
      server,
      send,
      call: ask,
    } = await openStdio("modern", "--rule", "tools/call#1 stall afterBytes=10 stallMs=60000");
    send(call(1, "ping"));
    expect((await server.chunk()).bytes).toHaveLength(10);
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    expect(await ask(2, "ping")).toHaveProperty("result");
    expect(() => server.lines.map((line) => JSON.parse(line) as Message)).not.toThrow();
  });
});

describe.each(ERAS)("two calls at once, %s era", (era) => {
  /** Calls that the rule acts on, sent together; what comes on stdout, in order. */
  async function callTwice(fault: string, params: Message = {}) {
    const plan = writePlan([{ when: { method: "tools/call" }, inject: [{ fault, with: params }], times: 2 }]);
    const { server, send } = await openStdio(era, "--plan", plan);
    const before = server.lines.length;
    send(call("a", "ping"), call("b", "oversized_response", { sizeBytes: 5 }));
    return { server, send, lines: () => server.lines.slice(before) };
  }

  const textOf = ({ result }: Message) => (result as { content: { text: string }[] }).content[0]?.text;

  test("the answers come in reverse order, each under its id", async () => {
    const { server } = await callTwice("answers_reversed");
    const [a, b] = [await server.answer("a"), await server.answer("b")];
    expect(textOf(a)).toContain('"status":"ok"');
    expect(textOf(b)).toBe("xxxxx");
    expect(server.messages.slice(-2).map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("the results are crossed", async () => {
    const { server } = await callTwice("answers_crossed");
    expect(textOf(await server.answer("a"))).toBe("xxxxx");
    expect(textOf(await server.answer("b"))).toContain('"status":"ok"');
  });

  test("both answers come in one write", async () => {
    const { server } = await callTwice("answers_mixed", { how: "glued" });
    await server.answer("b");
    expect(server.chunks.at(-1)?.bytes.toString().match(/\n/g)).toHaveLength(2);
    expect(server.messages.slice(-2).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("both answers are mixed, and the next call works", async () => {
    const { server, send, lines } = await callTwice("answers_mixed", { how: "interleaved" });
    await server.lineLike(/^\{"jsonrpc":"2\.0","id":"a","resul\{"jsonrpc":"2\.0","id":"b","resul/);
    send(call("c", "ping"));
    expect(await server.answer("c")).toHaveProperty("result");
    expect(lines().filter((line) => isJson(line))).toHaveLength(1);
  });

  test("one call alone is answered when its time is up", async () => {
    const plan = writePlan([
      { inject: [{ fault: "answers_crossed", with: { maxWaitMs: 60 } }], when: { method: "tools/call" } },
    ]);
    const { server, call: ask } = await openStdio(era, "--plan", plan);
    expect(textOf(await ask("a", "ping"))).toContain('"status":"ok"');
    await server.says(/fired: answers_crossed/);
  });
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
