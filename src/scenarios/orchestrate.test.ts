import * as v from "valibot";
import { describe, expect, test } from "vitest";
import type { FakePlan } from "../targets/fake.ts";
import { runScenarios, type RunEvent, type RunOptions } from "./orchestrate.ts";
import { scenarioSchema } from "./schema.ts";
import { createScripted, text, type Scripted } from "./scripted-target.ts";

function load(name: string) {
  const scenario = { name, call: { tool: "t" }, expect: { outcome: "success" } };
  return { file: `${name}.json`, scenario: v.parse(scenarioSchema, scenario) };
}

function options(scripted: Scripted, more: Partial<RunOptions> = {}): RunOptions {
  return { ...scripted.context, repeat: undefined, failFast: false, jobs: 1, seed: 7, ...more };
}

const OK: FakePlan = {};
const FAIL: FakePlan = { calls: [{ result: text("no", { isError: true }) }] };
const SLOW: FakePlan = { calls: [{ delayMs: 100 }] };
const HANG: FakePlan = { calls: [{ hang: true }] };

const names = (scenarios: readonly { name: string; passed: boolean }[]) =>
  scenarios.map(({ name, passed }) => `${name} ${passed}`);

test("reports the run as a whole, in plain data", async () => {
  const scripted = createScripted([SLOW, FAIL, OK]);
  const events: RunEvent[] = [];
  const running = runScenarios(
    [load("a"), load("b"), load("c")],
    options(scripted, { onEvent: (event) => events.push(event) }),
  );
  await scripted.clock.advance(100);
  const report = await running;
  expect(JSON.parse(JSON.stringify(report))).toMatchObject({
    schemaVersion: 1,
    tool: { name: "mcp-failure-lab", version: __VERSION__ },
    startedAt: "2026-01-01T00:00:00.000Z",
    platform: { node: process.version, os: process.platform, arch: process.arch },
    seed: 7,
    passed: false,
    summary: { total: 3, passed: 2, failed: 1, errors: 0, notRun: 0 },
    durationMs: 100,
    repeat: 1,
  });
  expect(report.interrupted).toBeUndefined();
  expect(names(report.scenarios)).toEqual(["a true", "b false", "c true"]);
  expect(events.map(({ kind, index, total }) => `${kind} ${index}/${total}`)).toEqual([
    "started 0/3",
    "ended 0/3",
    "started 1/3",
    "ended 1/3",
    "started 2/3",
    "ended 2/3",
  ]);
});

test("what could not be executed counts apart", async () => {
  const scripted = createScripted([{ setUp: { failure: { kind: "protocol_error", message: "no" } } }]);
  const { passed, summary } = await runScenarios([load("a")], options(scripted));
  expect([passed, summary]).toEqual([false, { total: 1, passed: 0, failed: 0, errors: 1, notRun: 0 }]);
});

describe("several at one time", () => {
  test("run beside each other and are reported in their order", async () => {
    const scripted = createScripted([SLOW, OK, SLOW, OK]);
    const running = runScenarios([load("a"), load("b"), load("c"), load("d")], options(scripted, { jobs: 2 }));
    await scripted.clock.advance(100);
    await scripted.clock.advance(100);
    const report = await running;
    expect(names(report.scenarios)).toEqual(["a true", "b true", "c true", "d true"]);
    expect(report.durationMs).toBe(100);
  });
});

describe("a failure ends the run when it should fail fast", () => {
  test.each([1, 2])("with %d at one time", async (jobs) => {
    const scripted = createScripted([FAIL, SLOW, OK]);
    const running = runScenarios([load("a"), load("b"), load("c")], options(scripted, { jobs, failFast: true }));
    await scripted.clock.advance(100);
    const { scenarios, summary } = await running;
    expect(names(scenarios)).toEqual(["a false", "b true"].slice(0, jobs));
    expect(summary).toEqual({ total: jobs, passed: jobs - 1, failed: 1, errors: 0, notRun: 3 - jobs });
  });
});

describe("repetition", () => {
  /** A session for each run; those of these numbers fail. */
  const flaky = (...failing: number[]): FakePlan[] =>
    [1, 2, 3, 4, 5].map((number) =>
      failing.includes(number) ? { calls: [{ result: text(`run ${number}`, { isError: true }) }] } : OK,
    );

  test("opens a session for each run and reports them all", async () => {
    const scripted = createScripted(flaky());
    const { passed, repeat, scenarios } = await runScenarios([load("a")], options(scripted, { repeat: 3 }));
    expect([passed, repeat, scenarios[0]?.runs]).toEqual([
      true,
      3,
      Array(3).fill({ outcome: "success", durationMs: 0, passed: true, failures: [] }),
    ]);
    expect(scripted.asked().filter(({ operation }) => operation === "set-up").length).toBe(3);
  });

  test("shows the first run that failed", async () => {
    const scripted = createScripted(flaky(2, 3));
    const { scenarios, summary } = await runScenarios([load("a")], options(scripted, { repeat: 3 }));
    expect(scenarios[0]).toMatchObject({ passed: false, failure: { message: "run 2" } });
    expect(scenarios[0]?.runs?.map(({ passed }) => passed)).toEqual([true, false, false]);
    expect(summary).toMatchObject({ total: 1, failed: 1 });
  });

  test("ends at the first failure when it should fail fast", async () => {
    const scripted = createScripted(flaky(2));
    const { scenarios } = await runScenarios([load("a"), load("b")], options(scripted, { repeat: 5, failFast: true }));
    expect(scenarios.map(({ name, runs }) => [name, runs?.length])).toEqual([["a", 2]]);
  });

  test("once is a repetition too, and none has no runs", async () => {
    const once = await runScenarios([load("a")], options(createScripted(), { repeat: 1 }));
    expect(once.scenarios[0]?.runs?.length).toBe(1);
    const none = await runScenarios([load("a")], options(createScripted()));
    expect(none.scenarios[0]).not.toHaveProperty("runs");
  });
});

describe("a run that is ended", () => {
  test.each(["SIGINT", "SIGTERM", "aborted"] as const)(
    "by %s reports what is done, and what it gave up",
    async (reason) => {
      const scripted = createScripted([OK, HANG, OK]);
      const running = runScenarios([load("a"), load("b"), load("c")], options(scripted));
      await scripted.clock.advance(10);
      scripted.ending.abort(reason === "aborted" ? undefined : reason);
      const { passed, interrupted, scenarios, summary } = await running;
      expect([passed, interrupted, names(scenarios)]).toEqual([false, reason, ["a true", "b false"]]);
      expect(summary).toEqual({ total: 2, passed: 1, failed: 1, errors: 0, notRun: 1 });
      expect(scripted.clock.pending).toBe(0);
    },
  );

  test("before it began reports nothing", async () => {
    const scripted = createScripted();
    scripted.ending.abort("SIGINT");
    const { passed, interrupted, scenarios } = await runScenarios([load("a")], options(scripted));
    expect([passed, interrupted, scenarios, scripted.asked()]).toEqual([false, "SIGINT", [], []]);
  });
});
