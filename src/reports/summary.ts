import type { RunReport } from "../scenarios/report.ts";

/** What came of a run, in one line: `3 scenarios: 2 passed, 1 failed`. */
export function summaryText({ summary, interrupted }: Pick<RunReport, "summary" | "interrupted">): string {
  const { total, passed, failed, errors, notRun } = summary;
  const parts = [`${passed} passed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (errors > 0) parts.push(`${errors} could not be executed`);
  if (notRun > 0) parts.push(`${notRun} not run`);
  const ended =
    interrupted === undefined ? "" : ` (ended by ${interrupted === "aborted" ? "its caller" : interrupted})`;
  const count = total + notRun;
  return `${count} ${count === 1 ? "scenario" : "scenarios"}: ${parts.join(", ")}${ended}`;
}
