import { printable } from "../reports/printable.ts";
import { loadRenderer, renderReport } from "../reports/render.ts";
import type { RunReport } from "../scenarios/report.ts";
import { isLively, type CliIo } from "./io.ts";
import type { ReportPlan } from "./report-plan.ts";
import { writeReport } from "./write-report.ts";

/**
 * Writes every report of a run to where it belongs. With `--output` stdout stays empty and one summary line goes to stderr; what
 * could not be executed is told on stderr in any case. Throws a `LabError` where a file cannot be written, after all others.
 */
export async function deliver(report: RunReport, plan: ReportPlan, single: boolean, io: CliIo): Promise<void> {
  const unwritten: unknown[] = [];
  for (const { format, file } of [...plan.more, plan.main]) {
    const colour = file === undefined && isLively(io.isTerminal("stdout"), io.env);
    const text = await renderReport(format, report, { single, colour });
    if (file === undefined) await io.send("stdout", text);
    else {
      try {
        writeReport(file, text, io.cwd);
      } catch (error) {
        unwritten.push(error);
      }
    }
  }
  if (unwritten.length > 0) throw unwritten[0];
  const errors = report.scenarios.flatMap(({ error }) => (error === undefined ? [] : [printable(error.message)]));
  if (plan.main.file !== undefined) {
    const { summaryText } = await import("../reports/summary.ts");
    const told = errors.length === 0 ? "" : ` (${errors.join("; ")})`;
    await io.send("stderr", `mcp-failure-lab: ${summaryText(report)}${told}; the report is in ${plan.main.file}\n`);
  } else await io.send("stderr", errors.map((line) => `mcp-failure-lab: ${line}\n`).join(""));
}

/** Loads what `deliver` will need while the scenarios still run. */
export function loadReports({ main, more }: ReportPlan): void {
  for (const { format } of [main, ...more]) void loadRenderer(format);
}
