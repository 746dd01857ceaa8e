import type { RunReport } from "../scenarios/report.ts";

/**
 * The report for programs. `single`: exactly one file was named, and one object says all about it; otherwise the scenarios stand in a
 * list (SPEC 14.10). A run that was ended before its only scenario began has nothing to say about it, and is a list too.
 */
export function renderJson(report: RunReport, { single }: { readonly single: boolean }): string {
  const [only] = report.scenarios;
  return `${JSON.stringify(single && only !== undefined ? singleForm(report, only) : listForm(report), null, 2)}\n`;
}

function singleForm(report: RunReport, scenario: RunReport["scenarios"][number]): object {
  const { schemaVersion, tool, startedAt, platform, seed, clock, interrupted } = report;
  return { schemaVersion, ...scenario, tool, startedAt, platform, seed, clock, interrupted };
}

function listForm({ scenarios, ...about }: RunReport): object {
  return { ...about, scenarios };
}
