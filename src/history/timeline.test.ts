import { describe, expect, test } from "vitest";
import { assembleHistory } from "./history.ts";
import type { HistoryEntry, HistoryFooter, HistoryHeader } from "./schema.ts";
import { renderTimeline } from "./timeline.ts";

const header: HistoryHeader = {
  kind: "header",
  schemaVersion: 1,
  tool: { name: "mcp-failure-lab", version: "1.0.0" },
  seed: 7,
  era: "both",
  transport: "http",
  startedAt: "2026-01-01T00:00:00.000Z",
};

function entries(...list: readonly object[]): HistoryEntry[] {
  const common = {
    direction: "to-client",
    transport: "http",
    connection: 1,
    exchange: 1,
    method: "tools/call",
    name: "ping",
    era: "legacy",
    revision: "2025-11-25",
  };
  return list.map((entry, index) => {
    const isFrame = !("role" in entry) && !("execution" in entry) && !("saw" in entry) && !("rule" in entry);
    // The tests below give each kind its own members.
    return { sequence: index + 1, atMs: index * 1.5, time: "t", ...(isFrame ? common : {}), ...entry } as HistoryEntry;
  });
}

const full = (count: number): HistoryFooter => ({
  kind: "footer",
  entries: count,
  leftOut: { entries: 0, contents: 0 },
});
const render = (list: HistoryEntry[], width = 100, footer: HistoryFooter | undefined = full(list.length)) =>
  renderTimeline(assembleHistory(header, list, footer), width);
const up = { direction: "to-server" };
const bytes = { kind: "bytes", length: 10 };

test("a fault that acted and wrote nothing is named once, at the first frame of its exchange that knows of it", () => {
  const armed = ["delay", "duplicate_response"];
  const lines = render(
    entries(
      { ...bytes, ...up, messages: [{ id: 7, method: "tools/call" }] },
      { kind: "head", status: 200, headers: [], armed },
      { ...bytes, messages: [{ id: 7, result: {} }], armed },
      { ...bytes, messages: [{ id: 7, result: {} }], armed, fault: "duplicate_response" },
      { ...bytes, messages: [{ id: 8, result: {} }], armed: ["delay"], exchange: 2 },
      { ...bytes, messages: [{ id: 9, result: {} }], armed: ["wrong_id"], fault: "wrong_id", exchange: 3 },
    ),
  );
  expect(lines.slice(2)).toEqual([
    "1  0.0  c1 x1  → tools/call 7 ping  10 B",
    "2  1.5  c1 x1  ← 200 without a type  (armed: delay)",
    "3  3.0  c1 x1  ← result 7  10 B",
    "4  4.5  c1 x1  ← result 7  10 B  ! duplicate_response",
    "5  6.0  c1 x2  ← result 8  10 B  (armed: delay)",
    "6  7.5  c1 x3  ← result 9  10 B  ! wrong_id",
    "",
    "6 frames of 3 exchanges",
    "Written by faults: duplicate_response 1, wrong_id 1",
    "Armed, and wrote nothing: delay 2",
  ]);
});

test("a recording, readable", () => {
  const lines = render(
    entries(
      { kind: "request", ...up, verb: "POST", target: "/mcp", headers: [] },
      { ...bytes, ...up, messages: [{ jsonrpc: "2.0", id: 7, method: "tools/call", params: {} }] },
      { kind: "head", status: 200, headers: [["Content-Type", "text/event-stream"]], session: 2 },
      {
        ...bytes,
        session: 2,
        messages: [{ id: 7, result: {} }],
        fields: [
          ["id", "s_1"],
          ["event", "message"],
        ],
      },
      {
        ...bytes,
        session: 2,
        messages: [{ id: 7, result: {} }],
        fault: "duplicate_response",
        armed: ["duplicate_response"],
      },
      { kind: "close", how: "end", connection: 12, exchange: 3 },
    ),
  );
  expect(lines).toEqual([
    "Recording of MCP Failure Lab 1.0.0: http, both eras, seed 7, 2026-01-01T00:00:00.000Z",
    "",
    "1  0.0  c1 x1     → POST /mcp",
    "2  1.5  c1 x1     → tools/call 7 ping  10 B",
    "3  3.0  c1 s2 x1  ← 200 text/event-stream",
    "4  4.5  c1 s2 x1  ← result 7, id s_1  10 B",
    "5  6.0  c1 s2 x1  ← result 7  10 B  ! duplicate_response",
    "6  7.5  c12 x3    ← end",
    "",
    "6 frames of 2 exchanges",
    "Written by faults: duplicate_response 1",
  ]);
});

test("columns stand below each other", () => {
  const lines = render(entries(...Array.from({ length: 12 }, () => ({ kind: "close", how: "end" }))));
  expect([lines[2], lines[13]]).toEqual([" 1   0.0  c1 x1  ← end", "12  16.5  c1 x1  ← end"]);
});

describe("what an entry says", () => {
  test.each([
    [{ kind: "head", status: 202, headers: [] }, "← 202 without a type"],
    [{ ...bytes, messages: [{ id: "a", method: "x/y" }] }, '← x/y "a"  10 B'],
    [{ ...bytes, messages: [{ method: "notifications/progress" }] }, "← notifications/progress  10 B"],
    [{ ...bytes, messages: [{ id: 0, error: { code: -32602 } }] }, "← error 0 (-32602)  10 B"],
    [{ ...bytes, messages: [{ id: null, error: {} }] }, "← error null  10 B"],
    [{ ...bytes, messages: [{ id: 1, error: {}, result: {} }] }, "← result and error 1  10 B"],
    [{ ...bytes, messages: [{ id: 1, result: { isError: true } }] }, "← result 1 (isError)  10 B"],
    [{ ...bytes, messages: [{ id: 1 }, {}] }, "← neither request nor answer 1, neither request nor answer  10 B"],
    [{ ...bytes, messages: [[{}, {}]] }, "← batch of 2  10 B"],
    [{ ...bytes, messages: [7] }, "← not a message: 7  10 B"],
    [{ ...bytes, text: '{"id":' }, '← not a message: "{\\"id\\":"  10 B'],
    [{ ...bytes, base64: "/w==" }, '← not a message: "no text"  10 B'],
    [{ ...bytes, length: 0 }, "← nothing  0 B"],
    [{ ...bytes, withheld: true }, "← withheld: a secret may stand here  10 B"],
    [{ ...bytes, more: true }, "← a part of a message  10 B"],
    [
      {
        ...bytes,
        fields: [
          ["", "alive"],
          ["retry", "5"],
        ],
      },
      '← comment "alive", retry 5  10 B',
    ],
    [{ kind: "raw", length: 3 }, "← raw bytes  3 B"],
    [{ kind: "stderr", length: 3 }, "← stderr  3 B"],
    [{ kind: "session", act: "forget" }, "session forgotten"],
    [{ kind: "session", act: "become", becomes: "2025-03-26" }, "session goes on at 2025-03-26"],
    [{ kind: "close", how: "cut" }, "← cut off"],
    [{ kind: "close", how: "reset", ...up }, "→ reset"],
    [{ kind: "close", how: "exit", code: 3 }, "← process exits: code 3"],
    [{ kind: "close", how: "exit", signal: "SIGKILL" }, "← process exits: SIGKILL"],
    [{ kind: "process-start", role: "server", argv: ["node", "a"] }, "server started: node a"],
    [{ kind: "process-stderr", role: "client", length: 3, text: "no\n" }, "client stderr: no"],
    [{ kind: "process-stderr", role: "client", length: 3, base64: "" }, "client stderr: 3 B"],
    [{ kind: "process-stdin-eof", role: "server" }, "server stdin ended"],
    [{ kind: "process-exit", role: "server", code: 0 }, "server exited: code 0"],
    [
      { kind: "process-signal", role: "server", signal: "SIGTERM", waitedMs: 2500.2 },
      "server sent SIGTERM after 2500 ms",
    ],
    [{ kind: "caller", method: "tools/call", name: "slow", saw: "timeout" }, "caller of tools/call slow saw: timeout"],
    [{ kind: "caller", method: "ping", saw: "transport_loss" }, "caller of ping saw: transport loss"],
    [{ kind: "process-exit", role: "server", signal: "SIGTERM" }, "server exited: SIGTERM"],
    [
      { kind: "fired", exchange: 4, rule: "rule-1", faults: ["hang", "tool_removed"] },
      "x4  rule-1 fired: hang + tool_removed",
    ],
    [
      { kind: "effect", exchange: 4, tool: "book", arguments: { n: 1 }, execution: 2 },
      'effect of x4: book, execution 2 of {"n":1}',
    ],
  ])("%j: %s", (entry, says) => {
    const line = render(entries(entry))[2] ?? "";
    expect(line.replace(/^1 +0\.0 +(c1 x1)? */, "")).toBe(says);
  });
});

test("no line is wider than asked for, and the mark of a fault is the last to go", () => {
  const list = entries({
    kind: "request",
    ...up,
    verb: "POST",
    target: `/${"x".repeat(200)}`,
    headers: [],
    fault: "foreign_host",
  });
  for (const width of [1, 40, 60, 100]) {
    const lines = render(list, width);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(width, 40));
    expect(lines[2]).toMatch(/…  ! foreign_host$/);
  }
  expect(render(list, 300)[2]).toMatch(/x{200}  ! foreign_host$/);
});

test("nothing that a peer wrote can act on the terminal", () => {
  const evil = "\u001b[2J\r\n\u0007\u202e\u2028\u009b";
  const lines = render(
    entries(
      { kind: "request", ...up, verb: evil, target: evil, headers: [], fault: evil },
      { ...bytes, messages: [{ id: 1, method: evil }] },
      { kind: "process-stderr", role: "server", length: 9, text: `${evil}x` },
    ),
    300,
  );
  expect(lines.join("")).not.toMatch(/[\p{C}\u2028\u2029]/u);
  expect(lines[2]).toContain("\\u{1b}[2J\\u{d}\\u{a}\\u{7}\\u{202e}\\u{2028}\\u{9b}");
});

test("the last lines say what is not there", () => {
  expect(render([]).slice(1)).toEqual(["", "0 frames of 0 exchanges", "Written by faults: none"]);
  const list = entries({ kind: "close", how: "end" }, { kind: "process-stdin-eof", role: "server" });
  const cut: HistoryFooter = { kind: "footer", entries: 2, leftOut: { entries: 3, contents: 1 } };
  expect(render(list, 100, cut).slice(-4)).toEqual([
    "1 frame of 1 exchange, 1 other entry",
    "Written by faults: none",
    "Note: The recording is full: 3 of 5 entries are left out.",
    "Note: Of 1 of the entries the bytes are not kept.",
  ]);
  const open = renderTimeline(assembleHistory(header, list, undefined), 100);
  expect(open.at(-1)).toBe("Note: The recording was not closed: its last line is missing.");
});
