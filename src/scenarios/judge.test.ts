import { describe, expect, test } from "vitest";
import type { CallOutcome } from "./call-outcome.ts";
import { judge } from "./judge.ts";
import type { Expectation } from "./expectation-schema.ts";

const success: CallOutcome = {
  outcome: "success",
  durationMs: 500.04,
  progressValues: [1, 2],
  result: { isError: false, texts: ["Hello", "wörld"], whole: {} },
};
const toolError: CallOutcome = {
  ...success,
  outcome: "error",
  result: { isError: true, texts: ["out of\n  range"], whole: {} },
  failure: { kind: "tool_error", message: "out of\n  range" },
};
const protocolError: CallOutcome = {
  outcome: "error",
  durationMs: 3,
  progressValues: [],
  failure: { kind: "protocol_error", code: -32602, message: 'Unknown tool "x"' },
};
const timeout: CallOutcome = {
  outcome: "timeout",
  durationMs: 1000,
  progressValues: [],
  failure: { kind: "timeout", message: "no answer within 1000 ms" },
};

const CASES: readonly [
  about: string,
  expected: Omit<Expectation, "outcome">,
  actual: CallOutcome,
  failures: string[],
][] = [
  ["the least time", { minDurationMs: 500 }, success, []],
  ["the least time", { minDurationMs: 500.1 }, success, ["minDurationMs: expected at least 500.1 ms, actual 500 ms"]],
  ["the most time", { maxDurationMs: 501 }, success, []],
  ["the most time", { maxDurationMs: 499 }, success, ["maxDurationMs: expected at most 499 ms, actual 500 ms"]],
  [
    "both times",
    { minDurationMs: 600, maxDurationMs: 400 },
    success,
    ["minDurationMs: expected at least 600 ms, actual 500 ms", "maxDurationMs: expected at most 400 ms, actual 500 ms"],
  ],
  ["progress", { progressValues: [1, 2] }, success, []],
  [
    "progress in another order",
    { progressValues: [2, 1] },
    success,
    ["progressValues: expected [2, 1], actual [1, 2]"],
  ],
  ["more progress", { progressValues: [1, 2, 3] }, success, ["progressValues: expected [1, 2, 3], actual [1, 2]"]],
  ["no progress", { progressValues: [] }, success, ["progressValues: expected [], actual [1, 2]"]],
  ["a result of any kind", { result: {} }, success, []],
  ["a result without an error", { result: { isError: false } }, success, []],
  [
    "a result without an error",
    { result: { isError: false } },
    toolError,
    ["result.isError: expected false, actual true"],
  ],
  ["a result with an error", { result: { isError: true } }, success, ["result.isError: expected true, actual false"]],
  ["a text in the second item", { result: { textContains: "wör" } }, success, []],
  [
    "a text across items",
    { result: { textContains: "Hellow" } },
    success,
    ['result.textContains: expected "Hellow", actual "Hello\\nwörld"'],
  ],
  [
    "a text in other letters",
    { result: { textContains: "hello" } },
    success,
    ['result.textContains: expected "hello", actual "Hello\\nwörld"'],
  ],
  [
    "a text where there is none",
    { result: { textContains: "a" } },
    { ...success, result: { isError: false, texts: [], whole: {} } },
    ['result.textContains: expected "a", actual no text'],
  ],
  ["bytes and not characters", { result: { textBytes: 11 } }, success, []],
  ["bytes", { result: { textBytes: 10 } }, success, ["result.textBytes: expected 10, actual 11"]],
  [
    "a result where none came",
    { result: { isError: false, textBytes: 1 } },
    timeout,
    ["result: expected a result, actual none: timeout (timeout: no answer within 1000 ms)"],
  ],
  ["an error of any kind", { error: {} }, protocolError, []],
  ["an error of any kind", { error: {} }, success, ["error: expected an error, actual none: success"]],
  ["a kind", { error: { kind: "tool_error" } }, toolError, []],
  [
    "a kind",
    { error: { kind: "protocol_error" } },
    toolError,
    ['error.kind: expected protocol_error, actual tool_error: "out of\\n  range"'],
  ],
  ["a time-out as an error", { error: { kind: "timeout" } }, timeout, []],
  ["a code", { error: { code: -32602 } }, protocolError, []],
  [
    "another code",
    { error: { code: -32601 } },
    protocolError,
    ['error.code: expected -32601, actual -32602: "Unknown tool \\"x\\""'],
  ],
  [
    "a code where there is none",
    { error: { code: 1 } },
    timeout,
    ['error.code: expected 1, actual none: "no answer within 1000 ms"'],
  ],
  ["a message", { error: { messageContains: "Unknown" } }, protocolError, []],
  [
    "another message",
    { error: { messageContains: "unknown" } },
    protocolError,
    ['error.messageContains: expected "unknown", actual "Unknown tool \\"x\\""'],
  ],
];

test.each(CASES)("%s: %j", (_, expected, actual, failures) => {
  expect(judge({ outcome: actual.outcome, ...expected }, actual)).toEqual(failures);
});

describe("the outcome", () => {
  test.each([
    ["success", success, []],
    ["error", toolError, []],
    ["error", protocolError, []],
    ["timeout", timeout, []],
    ["error", success, ["outcome: expected error, actual success"]],
    ["success", toolError, ["outcome: expected success, actual error (tool_error: out of range)"]],
    ["success", timeout, ["outcome: expected success, actual timeout (timeout: no answer within 1000 ms)"]],
  ] as const)("%s", (outcome, actual, failures) => {
    expect(judge({ outcome }, actual)).toEqual(failures);
  });
});

test("everything that is not met is told, on one line each, long texts cut", () => {
  const long: CallOutcome = { ...toolError, result: { isError: true, texts: ["x".repeat(100_000)], whole: {} } };
  const failures = judge({ outcome: "success", result: { isError: false, textContains: "y", textBytes: 1 } }, long);
  expect(failures.map((line) => line.split(":")[0])).toEqual([
    "outcome",
    "result.isError",
    "result.textContains",
    "result.textBytes",
  ]);
  for (const line of failures) expect([line.includes("\n"), line.length < 500]).toEqual([false, true]);
});
