import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { until } from "../base/abort.ts";
import type { TargetSession } from "../targets/adapter.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarioSchema } from "./schema.ts";
import { createScripted, text, type Scripted } from "./scripted-target.ts";

const ping = { call: { tool: "ping" }, expect: { outcome: "success" } };

function load(scenario: object) {
  return { file: "a.json", scenario: v.parse(scenarioSchema, { name: "a", ...ping, ...scenario }) };
}

async function run(scenario: object, scripted: Scripted, ...advances: number[]) {
  const report = runScenario(load(scenario), scripted.context);
  for (const ms of advances) await scripted.clock.advance(ms);
  return report;
}

const operationsOf = (scripted: Scripted) => scripted.asked().map(({ operation }) => operation);

describe("a scenario that passes", () => {
  test("is reported with everything that was seen of it", async () => {
    const work = { delayMs: 250, progress: [1, 2], result: text("done é") };
    const scripted = createScripted([
      { identity: { version: "1.0.0" }, calls: [work, { result: text("{}") }], stderr: "noise\n" },
    ]);
    const scenario = {
      call: { tool: "work", args: { a: 1 } },
      timeoutMs: 700,
      observe: ping,
      expect: { outcome: "success", progressValues: [1, 2] },
    };
    const record = (name: string, id: number, budgetMs: number, startedAtMs: number, endedAtMs: number) => ({
      name,
      correlationId: `op-${id}`,
      budgetMs,
      startedAtMs,
      endedAtMs,
      durationMs: endedAtMs - startedAtMs,
      outcome: "success",
    });
    expect(await run(scenario, scripted, 250)).toEqual({
      name: "a",
      file: "a.json",
      outcome: "success",
      durationMs: 250,
      passed: true,
      failures: [],
      failure: undefined,
      result: { isError: false, textBytes: 7, text: "done é" },
      progressValues: [1, 2],
      observer: {
        name: "a: observer",
        outcome: "success",
        durationMs: 0,
        passed: true,
        failures: [],
        failure: undefined,
        result: { isError: false, textBytes: 2, text: "{}" },
      },
      transport: "in-process",
      external: false,
      protocolVersion: { requested: "2026-07-28", negotiated: "2026-07-28" },
      target: { name: "fake", version: "1.0.0" },
      client: "mcp-failure-lab",
      operations: [
        record("set-up", 1, 30_000, 0, 0),
        record("execute", 2, 700, 0, 250),
        record("observe", 3, 30_000, 250, 250),
        record("clean-up", 4, 5_000, 250, 250),
      ],
      observations: [],
      lifecycle: { problems: [], stderr: "noise\n" },
    });
    expect(scripted.asked().map(({ operation, call }) => [operation, call])).toEqual([
      ["set-up", undefined],
      ["execute", { method: "tools/call", params: { name: "work", arguments: { a: 1 } } }],
      ["observe", { method: "tools/call", params: { name: "ping", arguments: {} } }],
      ["clean-up", undefined],
    ]);
    expect(scripted.clock.pending).toBe(0);
  });

  test.each([
    [
      { kind: "protocol_error", code: -32602 },
      { kind: "protocol_error", code: -32602, message: "no" },
    ],
    [{ kind: "transport_loss" }, { kind: "transport_loss", message: "cut" }],
    [{ kind: "invalid_message" }, { kind: "invalid_message", message: "no jsonrpc" }],
  ] as const)("because it expected %j", async (error, failure) => {
    const report = await run({ expect: { outcome: "error", error } }, createScripted([{ calls: [{ failure }] }]));
    expect(report).toMatchObject({ outcome: "error", failures: [], failure });
  });

  test("because it expected an error result", async () => {
    const scripted = createScripted([{ calls: [{ result: text("broken", { isError: true }) }] }]);
    const expected = {
      outcome: "error",
      result: { isError: true },
      error: { kind: "tool_error", messageContains: "broken" },
    };
    expect(await run({ expect: expected }, scripted)).toMatchObject({
      outcome: "error",
      failures: [],
      failure: { kind: "tool_error" },
    });
  });
});

test("judges what came whole, and reports it with limits", async () => {
  const long = `${"x".repeat(100_000)} end`;
  const failure = { kind: "protocol_error", message: long, data: { long } } as const;
  const report = await run(
    {
      expect: { outcome: "error", error: { messageContains: " end" } },
      observe: { ...ping, expect: { outcome: "success", result: { textContains: " end", textBytes: 100_004 } } },
    },
    createScripted([{ calls: [{ failure }, { result: text(long) }] }]),
  );
  expect(report.failures).toEqual([]);
  expect([report.failure?.message.length, report.failure?.data]).toEqual([4096, "left out: 100015 characters of JSON"]);
  expect([report.observer?.result?.text.length, report.observer?.result?.textBytes]).toEqual([4096, 100_004]);
  expect(JSON.stringify(report).length).toBeLessThan(20_000);
});

describe("a call that is not answered in time", () => {
  const scenario = { timeoutMs: 1000, expect: { outcome: "timeout", error: { kind: "timeout" } } };

  /** A session of one's own, where a plan cannot say what is wanted. */
  const scriptedCall = (call: TargetSession["call"]) => {
    const succeed = async () => ({ outcome: "success" as const, value: undefined });
    const identity = { name: "own", protocolVersion: "2026-07-28", capabilities: {}, transport: "in-process" as const };
    return createScripted([], {
      open: () => ({
        setUp: async () => ({ outcome: "success", value: identity }),
        call,
        cleanUp: succeed,
        stderrTail: () => "",
        observations: () => [],
      }),
    });
  };

  test("is over at that moment, cancelled, and the observer runs on the same session", async () => {
    const scripted = createScripted([{ calls: [{ hang: true }, {}] }]);
    const report = await run({ ...scenario, observe: ping }, scripted, 1000);
    expect(report).toMatchObject({ outcome: "timeout", durationMs: 1000, failures: [], lifecycle: { problems: [] } });
    expect(report.operations.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["set-up", "success"],
      ["execute", "timeout"],
      ["cancel", "success"],
      ["observe", "success"],
      ["clean-up", "success"],
    ]);
    expect(scripted.clock.pending).toBe(0);
  });

  test("does not hold the run up where the adapter ignores its signal", async () => {
    const scripted = createScripted([{ calls: [{ deaf: true }, {}] }]);
    const report = await run({ ...scenario, observe: ping }, scripted, 1000, 1000);
    expect(report).toMatchObject({
      outcome: "timeout",
      durationMs: 1000,
      failures: [],
      lifecycle: { problems: ["execute: the adapter did not give up within 1000 ms after its time was up"] },
    });
    const cancel = { name: "cancel", outcome: "timeout", startedAtMs: 1000, endedAtMs: 2000 };
    expect(report.operations[2]).toMatchObject(cancel);
    expect(scripted.clock.pending).toBe(0);
  });

  test("stays a time-out when the answer comes too late", async () => {
    const scripted = scriptedCall(async (_, { signal }) => {
      await until(signal);
      return { outcome: "success", value: text("late") };
    });
    expect(await run(scenario, scripted, 1000)).toMatchObject({ outcome: "timeout", failures: [] });
  });

  test("counts no progress after its end", async () => {
    let progress: ((value: number) => void) | undefined;
    const scripted = scriptedCall(async ({ onProgress }, { name, signal }) => {
      if (name === "execute") progress = onProgress;
      progress?.(name === "execute" ? 1 : 2);
      if (name === "execute") await until(signal);
      return { outcome: "success", value: text("ok") };
    });
    expect((await run({ ...scenario, observe: ping }, scripted, 1000)).progressValues).toEqual([1]);
  });
});

describe("the observer", () => {
  const observed = (step: object, expected: object) =>
    run({ observe: { ...ping, timeoutMs: 500, expect: expected } }, createScripted([{ calls: [{}, step] }]), 500);

  test("fails the scenario when it times out, although a time-out was expected", async () => {
    const report = await observed({ hang: true }, { outcome: "timeout" });
    const line =
      "outcome: expected success, actual timeout (timeout: no answer within 500 ms); an observer has to return a result";
    expect(report).toMatchObject({ outcome: "success", passed: false, failures: [`observer: ${line}`] });
    expect(report.observer).toMatchObject({ outcome: "timeout", passed: false, failures: [line] });
  });

  test("fails the scenario when it throws, although an error was expected", async () => {
    const step = { failure: { kind: "protocol_error", message: "no" } };
    expect((await observed(step, { outcome: "error", error: { kind: "protocol_error" } })).failures).toEqual([
      "observer: outcome: expected success, actual error (protocol_error: no); an observer has to return a result",
    ]);
  });

  test("is judged by its expectations when it returns an error result", async () => {
    const step = { result: text("sorry", { isError: true }) };
    expect(await observed(step, { outcome: "error" })).toMatchObject({ passed: true, observer: { passed: true } });
    expect((await observed(step, { outcome: "success" })).failures).toEqual([
      "observer: outcome: expected success, actual error (tool_error: sorry)",
    ]);
  });
});

describe("set-up that fails", () => {
  test.each([
    ["a failure", { failure: { kind: "protocol_error", message: "unsupported" } }, [], "protocol_error: unsupported"],
    ["its time", { deaf: true }, [30_000, 1000], "timeout: no answer within 30000 ms"],
    ["an adapter that throws", { throws: "defect" }, [], "protocol_error: defect"],
  ] as const)("by %s is an error that names the operation, and clean-up is asked for", async (_, setUp, ms, says) => {
    const scripted = createScripted([{ setUp }]);
    const report = await run({ observe: ping }, scripted, ...ms);
    expect(report).toMatchObject({
      outcome: "error",
      passed: false,
      failures: [`set-up failed: ${says}`],
      error: { code: "scenario_execution_failed", message: `a.json: set-up failed: ${says}`, operation: "set-up" },
    });
    expect(report.observer).toBeUndefined();
    expect(operationsOf(scripted)).toEqual(["set-up", "clean-up"]);
    expect(scripted.clock.pending).toBe(0);
  });

  test("because no session can be prepared is an error too", async () => {
    const open = () => {
      throw new Error("no such variable");
    };
    const report = await run({}, createScripted([], { open }));
    expect(report).toMatchObject({ passed: false, error: { message: "a.json: no such variable" }, operations: [] });
  });
});

describe("clean-up that fails", () => {
  test.each([
    ["a failure", { failure: { kind: "protocol_error", message: "500" } }, [], ["clean-up: error: 500"]],
    [
      "its time",
      { deaf: true },
      [5000, 1000],
      [
        "clean-up: the adapter did not give up within 1000 ms after its time was up",
        "clean-up: timeout: no answer within 5000 ms",
      ],
    ],
  ] as const)("by %s is told under the life cycle and changes no verdict", async (_, cleanUp, ms, problems) => {
    const report = await run({}, createScripted([{ cleanUp }]), ...ms);
    expect(report).toMatchObject({ passed: true, failures: [], lifecycle: { problems } });
  });
});

describe("a run that is ended", () => {
  test("gives the call up, skips the observer and cleans up", async () => {
    const scripted = createScripted([{ calls: [{ hang: true }] }]);
    const report = runScenario(load({ observe: ping }), scripted.context);
    await scripted.clock.advance(10);
    scripted.ending.abort("SIGINT");
    expect(await report).toMatchObject({
      outcome: "error",
      passed: false,
      failure: { kind: "cancelled" },
      failures: [
        "outcome: expected success, actual error (cancelled: given up: the run was ended)",
        "the run was ended before the scenario was done",
      ],
    });
    expect(operationsOf(scripted)).toEqual(["set-up", "execute", "clean-up"]);
    expect(scripted.clock.pending).toBe(0);
  });

  test("before set-up asks for nothing but clean-up", async () => {
    const scripted = createScripted();
    scripted.ending.abort("SIGTERM");
    const report = await run({}, scripted);
    expect([report.passed, report.error?.operation]).toEqual([false, "set-up"]);
    expect(operationsOf(scripted)).toEqual(["clean-up"]);
  });
});
