import { expect, test } from "vitest";
import { erroredReport, failedReport, runReport, scenarioReport } from "../reports/report-fixture.ts";
import { exitCodeOf } from "./exit-code.ts";

const [passed, failed, errored] = [scenarioReport(), failedReport(), erroredReport()];

test.each([
  [0, runReport([passed, passed])],
  [2, runReport([passed, failed])],
  [1, runReport([passed, errored])],
  [1, runReport([failed, errored])],
  [130, runReport([passed, failed, errored], { interrupted: "SIGINT" })],
  [143, runReport([passed], { interrupted: "SIGTERM" })],
  [129, runReport([], { interrupted: "SIGHUP" })],
  [2, runReport([failed], { interrupted: "aborted" })],
])("%d", (code, report) => {
  expect(exitCodeOf(report)).toBe(code);
});
