import type { Finding } from "../checks/finding.ts";
import type { RunReport, ScenarioReport } from "../scenarios/report.ts";

/** A scenario that passed, for tests of reports; `more` changes it. */
export function scenarioReport(more: Partial<ScenarioReport> = {}): ScenarioReport {
  return {
    name: "Delay",
    file: "scenarios/delay.json",
    outcome: "success",
    durationMs: 501.234,
    passed: true,
    failures: [],
    result: { isError: false, textBytes: 20, text: '{"status":"delayed"}' },
    progressValues: [],
    transport: "in-process",
    external: false,
    protocolVersion: { requested: "2026-07-28", negotiated: "2026-07-28" },
    target: { name: "mcp-failure-lab", version: "1.2.3" },
    client: "mcp-failure-lab",
    operations: [
      {
        name: "set-up",
        correlationId: "1",
        budgetMs: 30_000,
        startedAtMs: 0,
        endedAtMs: 2,
        durationMs: 2,
        outcome: "success",
      },
      {
        name: "execute",
        correlationId: "2",
        budgetMs: 1_000,
        startedAtMs: 2,
        endedAtMs: 503.234,
        durationMs: 501.234,
        outcome: "success",
      },
      {
        name: "clean-up",
        correlationId: "3",
        budgetMs: 5_000,
        startedAtMs: 503.234,
        endedAtMs: 504.234,
        durationMs: 1,
        outcome: "success",
      },
    ],
    observations: [],
    lifecycle: { problems: [] },
    ...more,
  };
}

/** Something that the client did against the specification. */
export const VIOLATION: Finding = {
  check: "SES-06",
  subject: "client",
  revision: "2025-11-25",
  verdict: "violated",
  level: "MUST",
  clauses: ["2025-11-25/basic/transports#session-management.reinitialize-on-404"],
  evidence: [4, 7],
  says: "it went\non",
};

/** A scenario whose call and observer both failed. */
export function failedReport(more: Partial<ScenarioReport> = {}): ScenarioReport {
  const observer =
    "outcome: expected success, actual timeout (timeout: no answer within 1000 ms); an observer has to return a result";
  return scenarioReport({
    name: "Broken",
    file: "scenarios/broken.json",
    outcome: "error",
    durationMs: 3.4,
    passed: false,
    failures: [
      "outcome: expected success, actual error (protocol_error: no such tool)",
      "error.code: expected -1, actual -32602",
      `observer: ${observer}`,
    ],
    failure: { kind: "protocol_error", code: -32602, message: "no such tool" },
    result: undefined,
    observer: {
      name: "Broken: observer",
      outcome: "timeout",
      durationMs: 1000.2,
      passed: false,
      failures: [observer],
      failure: { kind: "timeout", message: "no answer within 1000 ms" },
    },
    ...more,
  });
}

/** A scenario whose set-up failed. */
export function erroredReport(more: Partial<ScenarioReport> = {}): ScenarioReport {
  return scenarioReport({
    name: "Unreachable",
    file: "scenarios/unreachable.json",
    outcome: "error",
    durationMs: 0,
    passed: false,
    failures: ["set-up failed: transport_loss: connection refused"],
    error: {
      code: "scenario_execution_failed",
      message: "scenarios/unreachable.json: set-up failed: transport_loss: connection refused",
      operation: "set-up",
    },
    result: undefined,
    target: undefined,
    protocolVersion: { requested: "auto" },
    transport: "http",
    external: true,
    ...more,
  });
}

export function runReport(scenarios: readonly ScenarioReport[], more: Partial<RunReport> = {}): RunReport {
  const passed = scenarios.filter((scenario) => scenario.passed).length;
  const errors = scenarios.filter((scenario) => scenario.error !== undefined).length;
  return {
    schemaVersion: 1,
    tool: { name: "mcp-failure-lab", version: "1.2.3" },
    startedAt: "2026-01-01T00:00:00.000Z",
    platform: { node: "v20.19.0", os: "linux", arch: "x64" },
    seed: 7,
    passed: passed === scenarios.length,
    summary: { total: scenarios.length, passed, failed: scenarios.length - passed - errors, errors, notRun: 0 },
    durationMs: 1_510.5,
    scenarios,
    repeat: 1,
    ...more,
  };
}
