import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { until } from "../base/abort.ts";
import { runScenario } from "./run-scenario.ts";
import { scenarioSchema } from "./schema.ts";
import { createScripted, text, type Script, type Scripted } from "./scripted-target.ts";

const ping = { call: { tool: "ping" }, expect: { outcome: "success" } };

function load(scenario: object) {
  return { file: "a.json", scenario: v.parse(scenarioSchema, { name: "a", ...ping, ...scenario }) };
}

async function run(scenario: object, scripted: Scripted, ...advances: number[]) {
  const report = runScenario(load(scenario), scripted.context);
  for (const ms of advances) await scripted.clock.advance(ms);
  return report;
}

const hang: NonNullable<Script["tools"]>[string] = async (_, { signal }) => {
  await until(signal);
  return { outcome: "cancelled", failure: { kind: "cancelled", message: "given up" } };
};
const deaf = () => new Promise<never>(() => {});

describe("a scenario that passes", () => {
  test("is reported with everything that was seen of it", async () => {
    const scripted = createScripted({
      tools: {
        work: async (call, _, clock) => {
          call.onProgress?.(1);
          await clock.sleep(250);
          call.onProgress?.(2);
          return text("done é");
        },
      },
      stderr: "noise\n",
    });
    const report = await run(
      {
        call: { tool: "work", args: { a: 1 } },
        timeoutMs: 700,
        observe: ping,
        expect: { outcome: "success", progressValues: [1, 2] },
      },
      scripted,
      250,
    );
    expect(report).toEqual({
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
      target: { name: "scripted", version: "1.0.0" },
      client: "mcp-failure-lab",
      operations: [
        {
          name: "set-up",
          correlationId: "op-1",
          budgetMs: 30_000,
          startedAtMs: 0,
          endedAtMs: 0,
          durationMs: 0,
          outcome: "success",
        },
        {
          name: "execute",
          correlationId: "op-2",
          budgetMs: 700,
          startedAtMs: 0,
          endedAtMs: 250,
          durationMs: 250,
          outcome: "success",
        },
        {
          name: "observe",
          correlationId: "op-3",
          budgetMs: 30_000,
          startedAtMs: 250,
          endedAtMs: 250,
          durationMs: 0,
          outcome: "success",
        },
        {
          name: "clean-up",
          correlationId: "op-4",
          budgetMs: 5_000,
          startedAtMs: 250,
          endedAtMs: 250,
          durationMs: 0,
          outcome: "success",
        },
      ],
      lifecycle: { problems: [], stderr: "noise\n" },
    });
    expect(scripted.asked.map(({ operation, params }) => [operation, params])).toEqual([
      ["set-up", undefined],
      ["execute", { name: "work", arguments: { a: 1 } }],
      ["observe", { name: "ping", arguments: {} }],
      ["clean-up", undefined],
    ]);
    expect(scripted.clock.pending).toBe(0);
  });

  test.each([
    [
      "tool_error",
      async () => text("broken", { isError: true }),
      { outcome: "error", result: { isError: true }, error: { kind: "tool_error", messageContains: "broken" } },
    ],
    [
      "protocol_error",
      async () => ({
        outcome: "error" as const,
        failure: { kind: "protocol_error" as const, code: -32602, message: "no" },
      }),
      { outcome: "error", error: { kind: "protocol_error", code: -32602 } },
    ],
    [
      "transport_loss",
      async () => ({
        outcome: "transport_loss" as const,
        failure: { kind: "transport_loss" as const, message: "cut" },
      }),
      { outcome: "error", error: { kind: "transport_loss" } },
    ],
    [
      "invalid_message",
      async () => ({ outcome: "error" as const, failure: { kind: "invalid_message" as const, message: "no jsonrpc" } }),
      { outcome: "error", error: { kind: "invalid_message" } },
    ],
  ])("because it expected %s", async (kind, tool, expected) => {
    const report = await run({ call: { tool: "t" }, expect: expected }, createScripted({ tools: { t: tool } }));
    expect([report.failures, report.failure?.kind]).toEqual([[], kind]);
  });
});

test("judges what came whole, and reports it with limits", async () => {
  const long = `${"x".repeat(100_000)} end`;
  const failure = { kind: "protocol_error", message: long, data: { long } } as const;
  const tools: Script["tools"] = {
    t: async () => ({ outcome: "error", failure }),
    look: async () => text(long),
  };
  const report = await run(
    {
      call: { tool: "t" },
      expect: { outcome: "error", error: { messageContains: " end" } },
      observe: {
        call: { tool: "look" },
        expect: { outcome: "success", result: { textContains: " end", textBytes: 100_004 } },
      },
    },
    createScripted({ tools }),
  );
  expect(report.failures).toEqual([]);
  expect([report.failure?.message.length, report.failure?.data]).toEqual([4096, "left out: 100015 characters of JSON"]);
  expect([report.observer?.result?.text.length, report.observer?.result?.textBytes]).toEqual([4096, 100_004]);
  expect(JSON.stringify(report).length).toBeLessThan(20_000);
});

describe("a call that is not answered in time", () => {
  const scenario = {
    call: { tool: "hang" },
    timeoutMs: 1000,
    expect: { outcome: "timeout", error: { kind: "timeout" } },
  };

  test("is over at that moment, cancelled, and the observer runs on the same session", async () => {
    const scripted = createScripted({ tools: { hang } });
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
    const scripted = createScripted({ tools: { hang: deaf } });
    const report = await run({ ...scenario, observe: ping }, scripted, 1000, 1000);
    expect(report).toMatchObject({
      outcome: "timeout",
      durationMs: 1000,
      failures: [],
      lifecycle: { problems: ["execute: the adapter did not give up within 1000 ms after its time was up"] },
    });
    expect(report.operations[2]).toMatchObject({
      name: "cancel",
      outcome: "timeout",
      startedAtMs: 1000,
      endedAtMs: 2000,
    });
    expect(scripted.clock.pending).toBe(0);
  });

  test("stays a time-out when the answer comes too late", async () => {
    const late = async (_: unknown, { signal }: { signal: AbortSignal }) => {
      await until(signal);
      return text("late");
    };
    const report = await run(scenario, createScripted({ tools: { hang: late } }), 1000);
    expect(report).toMatchObject({ outcome: "timeout", failures: [] });
  });

  test("counts no progress after its end", async () => {
    let progress: ((value: number) => void) | undefined;
    const tools: NonNullable<Script["tools"]> = {
      hang: (call, operation, clock) => {
        progress = call.onProgress;
        progress?.(1);
        return hang(call, operation, clock);
      },
      ping: async () => {
        progress?.(2);
        return text("ok");
      },
    };
    const report = await run({ ...scenario, observe: ping }, createScripted({ tools }), 1000);
    expect(report.progressValues).toEqual([1]);
  });
});

describe("the observer", () => {
  const failing = (tool: NonNullable<Script["tools"]>[string], expected: object) =>
    run(
      { observe: { call: { tool: "look" }, timeoutMs: 500, expect: expected } },
      createScripted({ tools: { look: tool } }),
      500,
    );

  test("fails the scenario when it times out, although a time-out was expected", async () => {
    const report = await failing(hang, { outcome: "timeout" });
    const line =
      "outcome: expected success, actual timeout (timeout: no answer within 500 ms); an observer has to return a result";
    expect(report).toMatchObject({ outcome: "success", passed: false, failures: [`observer: ${line}`] });
    expect(report.observer).toMatchObject({ outcome: "timeout", passed: false, failures: [line] });
  });

  test("fails the scenario when it throws, although an error was expected", async () => {
    const thrown = async () => ({
      outcome: "error" as const,
      failure: { kind: "protocol_error" as const, message: "no" },
    });
    const report = await failing(thrown, { outcome: "error", error: { kind: "protocol_error" } });
    expect(report.failures).toEqual([
      "observer: outcome: expected success, actual error (protocol_error: no); an observer has to return a result",
    ]);
  });

  test("is judged by its expectations when it returns an error result", async () => {
    const tool = async () => text("sorry", { isError: true });
    expect(await failing(tool, { outcome: "error" })).toMatchObject({ passed: true, observer: { passed: true } });
    expect((await failing(tool, { outcome: "success" })).failures).toEqual([
      "observer: outcome: expected success, actual error (tool_error: sorry)",
    ]);
  });
});

describe("set-up that fails", () => {
  test.each([
    [
      "a failure",
      { setUp: { outcome: "error", failure: { kind: "protocol_error", message: "unsupported" } } },
      [],
      "protocol_error: unsupported",
    ],
    ["its time", { setUp: deaf }, [30_000, 1000], "timeout: no answer within 30000 ms"],
    [
      "an adapter that throws",
      { setUp: async () => Promise.reject(new Error("defect")) },
      [],
      "protocol_error: defect",
    ],
  ] as const)(
    "by %s is an error that names the operation, and clean-up is asked for",
    async (_, script, advances, says) => {
      const scripted = createScripted(script);
      const report = await run({ observe: ping }, scripted, ...advances);
      expect(report).toMatchObject({
        outcome: "error",
        passed: false,
        failures: [`set-up failed: ${says}`],
        error: { code: "scenario_execution_failed", message: `a.json: set-up failed: ${says}`, operation: "set-up" },
      });
      expect(report.observer).toBeUndefined();
      expect(scripted.asked.map(({ operation }) => operation)).toEqual(["set-up", "clean-up"]);
      expect(scripted.clock.pending).toBe(0);
    },
  );

  test("because no session can be prepared is an error too", async () => {
    const scripted = createScripted(
      {},
      {
        open: () => {
          throw new Error("no such variable");
        },
      },
    );
    expect(await run({}, scripted)).toMatchObject({
      passed: false,
      error: { message: "a.json: no such variable" },
      operations: [],
    });
  });
});

describe("clean-up that fails", () => {
  test.each([
    [
      "a failure",
      { cleanUp: { outcome: "error", failure: { kind: "protocol_error", message: "500" } } },
      [],
      ["clean-up: error: 500"],
    ],
    [
      "its time",
      { cleanUp: deaf },
      [5000, 1000],
      [
        "clean-up: the adapter did not give up within 1000 ms after its time was up",
        "clean-up: timeout: no answer within 5000 ms",
      ],
    ],
  ] as const)("by %s is told under the life cycle and changes no verdict", async (_, script, advances, problems) => {
    const report = await run({}, createScripted(script), ...advances);
    expect(report).toMatchObject({ passed: true, failures: [], lifecycle: { problems } });
  });
});

describe("a run that is ended", () => {
  test("gives the call up, skips the observer and cleans up", async () => {
    const scripted = createScripted({ tools: { hang } });
    const report = runScenario(load({ call: { tool: "hang" }, observe: ping }), scripted.context);
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
    expect(scripted.asked.map(({ operation }) => operation)).toEqual(["set-up", "execute", "clean-up"]);
    expect(scripted.clock.pending).toBe(0);
  });

  test("before set-up asks for nothing but clean-up", async () => {
    const scripted = createScripted();
    scripted.ending.abort("SIGTERM");
    const report = await run({}, scripted);
    expect([report.passed, report.error?.operation]).toEqual([false, "set-up"]);
    expect(scripted.asked.map(({ operation }) => operation)).toEqual(["clean-up"]);
  });
});
