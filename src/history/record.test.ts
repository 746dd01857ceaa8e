import { Buffer } from "node:buffer";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { REDACTED } from "../base/redact.ts";
import type { Json } from "../protocol/json.ts";
import type { Frame } from "../wire/frame.ts";
import { historyLineSchema } from "./schema.ts";
import { call, exchangeOf, record } from "./recording-fixture.ts";

describe("a recording", () => {
  test("begins with a header and ends with a footer", () => {
    const { recorder, tap, history } = record();
    tap({ kind: "bytes", bytes: "x" });
    recorder.close();
    recorder.close();
    tap({ kind: "bytes", bytes: "after the end" });
    expect(history()).toMatchObject({
      header: {
        kind: "header",
        schemaVersion: 1,
        tool: { name: "mcp-failure-lab", version: "1.2.3" },
        seed: 42,
        era: "both",
        transport: "http",
        startedAt: "2026-01-01T00:00:00.000Z",
      },
      footer: { kind: "footer", entries: 1, leftOut: { entries: 0, contents: 0 } },
      notes: [],
    });
  });

  test("numbers and times what it hears", async () => {
    const clock = createFakeClock("2025-12-31T23:59:59.000Z");
    await clock.advance(1_000);
    const { tap, history } = record({ clock });
    tap({ kind: "close", how: "end" });
    await clock.advance(1_500.25);
    tap({ kind: "close", how: "reset" });
    expect(history().frames).toMatchObject([
      { sequence: 1, atMs: 0, time: "2026-01-01T00:00:00.000Z" },
      { sequence: 2, atMs: 1500.25, time: "2026-01-01T00:00:01.500Z" },
    ]);
  });

  test("takes entries of another recorder on the same clock, with their own times and its own numbers", async () => {
    const clock = createFakeClock("2026-01-01T00:00:00.000Z");
    const one = record({ clock });
    await clock.advance(10);
    const other = record({ clock });
    await clock.advance(5);
    other.tap({ kind: "close", how: "end" });
    await clock.advance(100);
    one.tap({ kind: "close", how: "reset" });
    const [entry] = other.history().entries;
    if (entry === undefined) throw new Error("nothing was recorded");
    one.recorder.take(entry, other.recorder.startMs + entry.atMs);
    one.recorder.take(entry, one.recorder.startMs - 1);
    one.recorder.leaveOut(3);
    one.recorder.close();
    one.recorder.leaveOut(9);
    expect(one.history()).toMatchObject({
      entries: [
        { sequence: 1, atMs: 115, how: "reset" },
        { sequence: 2, atMs: 15, how: "end", time: "2026-01-01T00:00:00.015Z" },
        { sequence: 3, atMs: 0, how: "end" },
      ],
      footer: { entries: 3, leftOut: { entries: 3, contents: 0 } },
    });
  });

  test("says of each frame where it belongs", () => {
    const { tap, history } = record();
    const facts = {
      sequence: 9,
      connection: 3,
      session: 2,
      transport: "http",
      era: "modern",
      revision: "2026-07-28",
    } as const;
    const exchange = exchangeOf(facts);
    exchange.shape = "http-sse";
    tap({ kind: "close", how: "end" }, { exchange, fault: "hang", armed: ["delay", "hang"] });
    expect(history().frames).toEqual([
      {
        kind: "close",
        sequence: 1,
        atMs: 0,
        time: "2026-01-01T00:00:00.000Z",
        direction: "to-client",
        transport: "http",
        connection: 3,
        session: 2,
        exchange: 9,
        stream: { kind: "request", id: 7 },
        method: "tools/call",
        name: "ping",
        era: "modern",
        revision: "2026-07-28",
        shape: "http-sse",
        fault: "hang",
        armed: ["delay", "hang"],
        how: "end",
      },
    ]);
  });

  test.each([
    [
      { method: "tools/call", request: { ...call, id: 0 } },
      { kind: "request", id: 0 },
    ],
    [
      { method: "tools/call", request: { ...call, id: "" } },
      { kind: "request", id: "" },
    ],
    [
      { method: "subscriptions/listen", request: { ...call, id: "l" } },
      { kind: "listen", id: "l" },
    ],
    [{ method: "$stream", request: undefined, transport: "http" }, { kind: "get" }],
    [{ method: "$stream", request: undefined }, { kind: "unsolicited" }],
    [{ method: "$resume", request: undefined, transport: "http" }, { kind: "resume" }],
    [{ method: "$refused", request: undefined }, undefined],
  ] as const)("names the stream: %j", (facts, stream) => {
    const { tap, history } = record();
    tap({ kind: "close", how: "end" }, { exchange: exchangeOf(facts) });
    expect(history().frames[0]?.stream).toEqual(stream);
  });

  test("keeps every kind of frame", () => {
    const { tap, history } = record();
    const headers = [
      ["A", "1"],
      ["a", "2"],
    ] as const;
    tap({ kind: "request", method: "POST", target: "/mcp", headers }, { direction: "to-server" });
    tap({ kind: "head", shape: "http-json", status: 202, headers });
    tap({ kind: "raw", bytes: Buffer.from("HTTP/1.1") });
    tap({ kind: "stderr", bytes: "oops\n" });
    tap({ kind: "session", act: "forget" });
    tap({ kind: "session", act: "become", revision: "2025-03-26" });
    tap({ kind: "close", how: "exit", code: 3 });
    tap({ kind: "close", how: "exit", signal: "SIGKILL" });
    expect(history().frames).toMatchObject([
      { kind: "request", direction: "to-server", verb: "POST", target: "/mcp", headers },
      { kind: "head", status: 202, headers },
      { kind: "raw", length: 8, text: "HTTP/1.1" },
      { kind: "stderr", length: 5, text: "oops\n" },
      { kind: "session", act: "forget" },
      { kind: "session", act: "become", becomes: "2025-03-26" },
      { kind: "close", how: "exit", code: 3 },
      { kind: "close", how: "exit", signal: "SIGKILL" },
    ]);
  });

  test("keeps facts about processes, rules and effects among the frames", () => {
    const { recorder, tap, history } = record({ secrets: ["hunter22"] });
    recorder.started("server", ["node", "--token", "abcd", "hunter22"]);
    recorder.stderr("server", Buffer.from("one\ntw"));
    tap({ kind: "close", how: "end" });
    recorder.stderr("server", Buffer.from("o\nthree"));
    recorder.stderr("client", Buffer.from("mine\n"));
    recorder.fired(4, "rule-1", ["hang", "tool_removed"]);
    recorder.effect(4, "book", { nonce: "hunter22!" }, 2);
    recorder.stdinEnded("server");
    recorder.exited("server", { code: 0 });
    recorder.exited("client", { signal: "SIGTERM" });
    expect(history().entries).toMatchObject([
      { kind: "process-start", role: "server", argv: ["node", "--token", REDACTED, REDACTED] },
      { kind: "process-stderr", role: "server", text: "one\n", length: 4 },
      { kind: "close" },
      { kind: "process-stderr", role: "server", text: "two\n" },
      { kind: "process-stderr", role: "client", text: "mine\n" },
      { kind: "fired", exchange: 4, rule: "rule-1", faults: ["hang", "tool_removed"] },
      { kind: "effect", exchange: 4, tool: "book", arguments: { nonce: `${REDACTED}!` }, execution: 2 },
      { kind: "process-stdin-eof", role: "server" },
      { kind: "process-stderr", role: "server", text: "three" },
      { kind: "process-exit", role: "server", code: 0 },
      { kind: "process-exit", role: "client", signal: "SIGTERM" },
    ]);
    expect(history().frames).toHaveLength(1);
  });

  test("keeps which client a fact belongs to, what its caller saw, and how its process was made to go", () => {
    const { recorder, tap, history } = record({ secrets: ["hunter22"] });
    recorder.started("server", ["node"], 2);
    tap({ kind: "close", how: "end" }, { client: 2 });
    recorder.caller({ method: "tools/call", name: "hunter22" }, "timeout", 2);
    recorder.caller({ method: "ping" }, "success");
    recorder.stdinEnded("server", 2);
    recorder.signalled("server", "SIGTERM", 2500, 2);
    recorder.exited("server", { signal: "SIGTERM" }, 2);
    // oxlint-disable-next-line no-unused-vars -- taken out of what is compared
    const told = history().entries.map(({ sequence, atMs, time, ...facts }) => facts);
    expect(told).toMatchObject([
      { kind: "process-start", client: 2 },
      { kind: "close", client: 2 },
      { kind: "caller", client: 2, method: "tools/call", name: REDACTED, saw: "timeout" },
      { kind: "caller", method: "ping", saw: "success" },
      { kind: "process-stdin-eof", client: 2 },
      { kind: "process-signal", client: 2, role: "server", signal: "SIGTERM", waitedMs: 2500 },
      { kind: "process-exit", client: 2 },
    ]);
    expect(history().frames).toHaveLength(1);
  });

  test("hands on what stands unfinished on stderr at the process's end, or its own, once", () => {
    const { recorder, history } = record();
    recorder.stderr("server", Buffer.from("one"));
    recorder.exited("server", { code: 1 });
    recorder.stderr("client", Buffer.from("two"));
    recorder.close();
    expect(history().entries).toMatchObject([{ text: "one" }, { kind: "process-exit" }, { text: "two" }]);
  });
});

test("whatever travels, its recording can be read again", () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>;
  const frame: fc.Arbitrary<Frame> = fc.oneof(
    fc.record({ kind: fc.constant("bytes" as const), bytes: fc.oneof(fc.string(), fc.uint8Array()) }),
    fc.record({
      kind: fc.constant("bytes" as const),
      bytes: fc.string(),
      of: fc.dictionary(fc.string(), json),
      more: fc.constant(true as const),
    }),
    fc.record({ kind: fc.constant("raw" as const), bytes: fc.uint8Array() }),
    fc.record({
      kind: fc.constant("head" as const),
      shape: fc.constant("http-sse" as const),
      status: fc.nat(999),
      headers: fc.array(fc.tuple(fc.string(), fc.string())),
    }),
    fc.record({
      kind: fc.constant("close" as const),
      how: fc.constantFrom("end" as const, "cut" as const),
      code: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(frame, fc.boolean(), fc.option(fc.string(), { nil: undefined }))), (frames) => {
      const { tap, recorder, history } = record();
      const exchange = exchangeOf({ transport: "http" });
      exchange.shape = "http-sse";
      for (const [each, up, fault] of frames) tap(each, { exchange, direction: up ? "to-server" : "to-client", fault });
      recorder.close();
      expect(history().frames).toHaveLength(frames.length);
      for (const entry of history().entries) expect(v.safeParse(historyLineSchema, entry).success).toBe(true);
    }),
  );
});
