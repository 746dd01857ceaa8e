import { describe, expect, test } from "vitest";
import type { OperationReport, ScenarioReport } from "../scenarios/report.ts";
import { renderConsole } from "./console.ts";
import { erroredReport, failedReport, runReport, scenarioReport, VIOLATION } from "./report-fixture.ts";

const render = (...scenarios: ScenarioReport[]) => renderConsole(runReport(scenarios), { colour: false });

test("a scenario that passed is four lines", () => {
  expect(render(scenarioReport())).toBe("Scenario: Delay\nOutcome: success\nDuration: ~501 ms\nAssertions: passed\n");
});

test("a failure is told below the assertions, expected beside actual, then what was caught", () => {
  expect(render(failedReport())).toBe(
    [
      "Scenario: Broken",
      "Outcome: error",
      "Duration: ~3 ms",
      "Assertions: failed",
      "- outcome: expected success, actual error (protocol_error: no such tool)",
      "- error.code: expected -1, actual -32602",
      "- observer: outcome: expected success, actual timeout (timeout: no answer within 1000 ms); an observer has to return a result",
      "Error: protocol_error -32602: no such tool",
      "Observer: timeout, ~1000 ms",
      "Observer's error: timeout: no answer within 1000 ms",
      "",
    ].join("\n"),
  );
});

test("another client than the lab's own is named", () => {
  const scenario = scenarioReport({ client: "@modelcontextprotocol/client 2.4.0" });
  expect(render(scenario)).toContain("\nClient: @modelcontextprotocol/client 2.4.0\n");
});

test("an external run shows who was asked and how each operation went", () => {
  const cancel: OperationReport = {
    name: "cancel",
    correlationId: "4",
    budgetMs: 1_000,
    startedAtMs: 504,
    endedAtMs: 1504,
    durationMs: 1_000,
    outcome: "timeout",
    failure: { kind: "timeout", message: "the adapter did not give up" },
  };
  const scenario = scenarioReport({
    external: true,
    transport: "stdio",
    target: { name: "weather", version: "2.0" },
    protocolVersion: { requested: "auto", negotiated: "2025-11-25" },
    operations: [...scenarioReport().operations, cancel],
    lifecycle: { problems: ["clean-up: timeout: no answer within 5000 ms"], stderr: "started\n" },
  });
  expect(render(scenario).split("\n").slice(4)).toEqual([
    "Target: weather 2.0, over stdio, speaks 2025-11-25 (asked for: auto)",
    "Operations:",
    "  set-up    ~2 ms  success",
    "  execute   ~501 ms  success",
    "  clean-up  ~1 ms  success",
    "  cancel    ~1000 ms  timeout: the adapter did not give up",
    "Life cycle: clean-up: timeout: no answer within 5000 ms",
    "",
  ]);
});

test("what could not be executed is shown with the end of the target's stderr", () => {
  const stderr = Array.from({ length: 25 }, (_, index) => `line ${index}`).join("\r\n");
  const lines = render(erroredReport({ operations: [], lifecycle: { problems: [], stderr } })).split("\n");
  expect(lines.slice(3, 9)).toEqual([
    "Assertions: failed",
    "- set-up failed: transport_loss: connection refused",
    "Target: unknown, over http, speaks no revision (asked for: auto)",
    "Operations:",
    "Target's stderr (the last 20 lines):",
    "  line 5",
  ]);
  expect(lines.at(-2)).toBe("  line 24");
});

test("what was noticed beside the answers is told, up to a limit", () => {
  const observations = Array.from({ length: 7 }, (_, index) => ({
    kind: "duplicate_answer",
    text: `result\n${index}`,
  }));
  expect(
    render(scenarioReport({ observations: observations.slice(0, 1) }))
      .split("\n")
      .slice(3),
  ).toEqual(["Assertions: passed", "Noticed: duplicate_answer: result\\n0", ""]);
  const lines = render(scenarioReport({ observations })).split("\n");
  expect([lines.length, lines.at(-2)]).toEqual([11, "Noticed: … and 2 more"]);
});

test("what was violated is told, in one line each, and nothing else that was found", () => {
  const findings = [VIOLATION, ...(["obeyed", "not-exercised"] as const).map((verdict) => ({ ...VIOLATION, verdict }))];
  expect(render(scenarioReport({ findings })).split("\n").slice(3)).toEqual([
    "Assertions: passed",
    "Finding: violated MUST SES-06 by the client at 2025-11-25: it went\\non (frames 4, 7)",
    "",
  ]);
});

test("several runs of one scenario are counted", () => {
  const run = { outcome: "success" as const, durationMs: 1, passed: true, failures: [] };
  const text = render(scenarioReport({ runs: [run, { ...run, passed: false, failures: ["x"] }, run] }));
  expect(text).toContain("\nRuns: 3, 2 passed (flaky); min ");
});

describe("below several scenarios stands what came of the whole", () => {
  test.each([
    [runReport([scenarioReport(), scenarioReport()]), "2 scenarios: 2 passed"],
    [
      runReport([scenarioReport(), failedReport(), erroredReport()]),
      "3 scenarios: 1 passed, 1 failed, 1 could not be executed",
    ],
    [
      runReport([failedReport()], {
        passed: false,
        interrupted: "SIGINT",
        summary: { total: 1, passed: 0, failed: 1, errors: 0, notRun: 2 },
      }),
      "3 scenarios: 0 passed, 1 failed, 2 not run (ended by SIGINT)",
    ],
    [
      runReport([], {
        passed: false,
        interrupted: "aborted",
        summary: { total: 0, passed: 0, failed: 0, errors: 0, notRun: 1 },
      }),
      "1 scenario: 0 passed, 1 not run (ended by its caller)",
    ],
  ])("%#: %s", (report, line) => {
    expect(renderConsole(report, { colour: false }).split("\n").at(-2)).toBe(line);
  });

  test("apart from them, and they apart from each other", () => {
    expect(render(scenarioReport(), scenarioReport()).split("\n")).toEqual([
      ...["Scenario: Delay", "Outcome: success", "Duration: ~501 ms", "Assertions: passed", ""],
      ...["Scenario: Delay", "Outcome: success", "Duration: ~501 ms", "Assertions: passed", ""],
      "2 scenarios: 2 passed",
      "",
    ]);
  });
});

test("colours stand on verdicts alone, and only where they are wanted", () => {
  const report = runReport([scenarioReport(), failedReport()]);
  const coloured = renderConsole(report, { colour: true });
  expect(coloured).toContain("\nAssertions: \u001b[32mpassed\u001b[39m\n");
  expect(coloured).toContain("\nAssertions: \u001b[31mfailed\u001b[39m\n");
  expect(coloured.replaceAll(/\p{Cc}\[\d+m/gu, "")).toBe(renderConsole(report, { colour: false }));
});

test("nothing from outside moves the cursor or begins a line", () => {
  const evil = "a\nAssertions: passed\r\u001b[2J\u009b1m\u202e\ud800";
  const written = "a\\nAssertions: passed\\r\\u001b[2J\\u009b1m\\u202e\\ud800";
  const text = render(
    failedReport({
      name: evil,
      failures: [evil],
      failure: { kind: "tool_error", message: evil },
      external: true,
      target: { name: evil, version: evil },
      lifecycle: { problems: [evil], stderr: evil },
    }),
  );
  expect(text.match(/^Assertions: .*$/gm)).toEqual(["Assertions: failed"]);
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      `Scenario: ${written}`,
      `- ${written}`,
      `Error: tool_error: ${written}`,
      `Life cycle: ${written}`,
    ]),
  );
  expect(text).not.toMatch(/[^\n\P{Cc}]|[\p{Cs}\u202e]/u);
});

test("steps, rules, side effects and the control stand below, and at the end how the run is repeated", () => {
  const steps = [
    { name: "step 1 (call ping)", outcome: "success", durationMs: 2.4, passed: true, failures: [] },
    {
      name: "step 2 (the last)",
      outcome: "error",
      durationMs: 3,
      passed: false,
      failures: ["outcome: expected success, actual error"],
      failure: { kind: "transport_loss", message: "gone" },
    },
  ] as const;
  const lines = render(
    scenarioReport({
      passed: false,
      failures: ["step 2 (the last): outcome: expected success, actual error"],
      steps,
      rules: [
        { rule: "a\n", faults: ["hang", "delay"], matched: 3, fired: 1, optional: false },
        { rule: "b", faults: ["hang"], matched: 3, fired: 0, optional: true },
      ],
      ledger: [{ tool: "witness", args: { marker: "x" }, asked: 2, executed: 1 }],
      control: {
        passed: true,
        outcome: "success",
        durationMs: 1,
        failures: [],
        differences: ["call: outcome: a, with the faults b"],
      },
      repeatWith: "mcp-failure-lab run a.json --seed 7",
    }),
  ).split("\n");
  expect(lines.slice(4)).toEqual([
    "- step 2 (the last): outcome: expected success, actual error",
    "Step 1 (call ping): success, ~2 ms",
    "Step 2 (the last): error, ~3 ms, failed: transport_loss: gone",
    String.raw`Injected: a\n (hang + delay) fired 1 of 3 times`,
    "Injected: b (hang) did not fire",
    'Ledger: witness {"marker":"x"} asked 2, executed 1',
    "Control, with nothing injected: passed",
    "  call: outcome: a, with the faults b",
    "Run it again: mcp-failure-lab run a.json --seed 7",
    "",
  ]);
});

test("a fast clock is told", () => {
  const text = renderConsole(runReport([scenarioReport()], { clock: "fast" }), { colour: false });
  expect(text).toContain("\n\nClock: fast; ");
});
