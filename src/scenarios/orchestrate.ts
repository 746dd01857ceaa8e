import { repeatScenario, type RepeatOptions } from "./repeat.ts";
import type { Interruption, RunReport, RunSummary, ScenarioReport } from "./report.ts";
import { rounded } from "./operate.ts";
import type { LoadedScenario } from "./run-scenario.ts";

/** What happens while scenarios run, for whoever shows progress. `index` counts from 0 in the order of the report. */
export type RunEvent =
  | { readonly kind: "started"; readonly index: number; readonly total: number; readonly name: string }
  | { readonly kind: "ended"; readonly index: number; readonly total: number; readonly report: ScenarioReport };

export interface RunOptions extends Omit<RepeatOptions, "zero"> {
  /** How many scenarios run at one time, 1 or more. */
  readonly jobs: number;
  /** Set where `clock` skips all waiting. */
  readonly clockName?: "fast" | undefined;
  /** How a scenario of this file is run again. */
  readonly repeatWith?: ((file: string) => string) | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/**
 * Runs scenarios and tells what came of them, in the order given however many run at one time. When the signal aborts, the one that
 * runs is given up and reported so, and no other is started. Never rejects.
 */
export async function runScenarios(scenarios: readonly LoadedScenario[], options: RunOptions): Promise<RunReport> {
  const { clock, signal } = options;
  const zero = clock.now();
  const startedAt = clock.date().toISOString();
  const total = scenarios.length;
  const reports: (ScenarioReport | undefined)[] = Array.from({ length: total });
  let next = 0;
  let isStopped = false;

  const work = async (): Promise<void> => {
    while (!isStopped && !signal.aborted) {
      const index = next++;
      const loaded = scenarios[index];
      if (loaded === undefined) return;
      options.onEvent?.({ kind: "started", index, total, name: loaded.scenario.name });
      const judged = await repeatScenario(loaded, { ...options, zero });
      const report = judged.passed ? judged : { ...judged, repeatWith: options.repeatWith?.(judged.file) };
      reports[index] = report;
      if (options.failFast && !report.passed) isStopped = true;
      options.onEvent?.({ kind: "ended", index, total, report });
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, total) }, work));

  const done = reports.filter((report) => report !== undefined);
  const summary = summarize(done, total);
  return {
    schemaVersion: 1,
    tool: { name: "mcp-failure-lab", version: __VERSION__ },
    startedAt,
    platform: { node: process.version, os: process.platform, arch: process.arch },
    seed: options.seed,
    passed: summary.passed === total,
    summary,
    durationMs: rounded(clock.now() - zero),
    scenarios: done,
    ...(signal.aborted ? { interrupted: interruption(signal.reason) } : {}),
    ...(options.clockName === undefined ? {} : { clock: options.clockName }),
    repeat: options.repeat ?? 1,
  };
}

/** The report with these scenarios in place of its own, as many as before. */
export function withScenarios(report: RunReport, scenarios: readonly ScenarioReport[]): RunReport {
  const total = scenarios.length + report.summary.notRun;
  const summary = summarize(scenarios, total);
  return { ...report, scenarios, summary, passed: summary.passed === total };
}

function summarize(reports: readonly ScenarioReport[], total: number): RunSummary {
  const passed = reports.filter((report) => report.passed).length;
  const errors = reports.filter((report) => report.error !== undefined).length;
  return {
    total: reports.length,
    passed,
    failed: reports.length - passed - errors,
    errors,
    notRun: total - reports.length,
  };
}

function interruption(reason: unknown): Interruption {
  return reason === "SIGHUP" || reason === "SIGINT" || reason === "SIGTERM" ? reason : "aborted";
}
