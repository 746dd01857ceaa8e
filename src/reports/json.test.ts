import { describe, expect, test } from "vitest";
import { LabError } from "../base/errors.ts";
import { renderJsonError } from "./error-document.ts";
import { renderJson } from "./json.ts";
import { erroredReport, failedReport, runReport, scenarioReport } from "./report-fixture.ts";

const about = {
  schemaVersion: 1,
  tool: { name: "mcp-failure-lab", version: "1.2.3" },
  startedAt: "2026-01-01T00:00:00.000Z",
  platform: { node: "v20.19.0", os: "linux", arch: "x64" },
  seed: 7,
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const single = (...[report]: [Parameters<typeof renderJson>[0]]): unknown =>
  JSON.parse(renderJson(report, { single: true }));

describe("exactly one file", () => {
  test("is one object that says all about it", () => {
    const scenario = failedReport();
    expect(single(runReport([scenario]))).toEqual({ ...(plain(scenario) as object), ...about });
  });

  test("carries its own duration and not that of the run", () => {
    expect(single(runReport([scenarioReport()]))).toMatchObject({
      name: "Delay",
      durationMs: 501.234,
      passed: true,
      failures: [],
    });
  });

  test("says why it could not be executed", () => {
    const scenario = erroredReport();
    expect(single(runReport([scenario]))).toMatchObject({ passed: false, error: scenario.error });
  });

  test("says who ended it", () => {
    expect(single(runReport([failedReport()], { interrupted: "SIGTERM" }))).toMatchObject({ interrupted: "SIGTERM" });
  });

  test("that was not begun is a list without it", () => {
    expect(single(runReport([], { passed: false, interrupted: "SIGINT" }))).toMatchObject({
      passed: false,
      scenarios: [],
      interrupted: "SIGINT",
    });
  });
});

test("anything else is a list", () => {
  const report = runReport([scenarioReport(), failedReport(), erroredReport()]);
  expect(JSON.parse(renderJson(report, { single: false }))).toEqual({
    ...about,
    passed: false,
    summary: { total: 3, passed: 1, failed: 1, errors: 1, notRun: 0 },
    durationMs: 1510.5,
    repeat: 1,
    scenarios: plain(report.scenarios),
  });
  expect(JSON.parse(renderJson(runReport([scenarioReport()]), { single: false }))).toMatchObject({
    passed: true,
    scenarios: [{ name: "Delay" }],
  });
});

test("a command that could not begin is told with code and message alone", () => {
  const error = new LabError("scenario_load_failed", "a.json: no such file", { hint: "look", cause: new Error("x") });
  expect(JSON.parse(renderJsonError(error))).toEqual({
    passed: false,
    error: { code: "scenario_load_failed", message: "a.json: no such file" },
  });
});
