import type { RepeatedRun, ScenarioReport } from "./report.ts";
import { runScenario, type LoadedScenario, type ScenarioContext } from "./run-scenario.ts";

export interface RepeatOptions extends ScenarioContext {
  /** How often each scenario runs; undefined when nobody asked for repetition. */
  readonly repeat: number | undefined;
  /** Ends at the first run that does not pass. */
  readonly failFast: boolean;
}

/**
 * Runs a scenario as often as asked, each time on a fresh connection. Reports the first run that could not be executed, else the
 * first that failed, else the first; with all of them in `runs` when repetition was asked for.
 */
export async function repeatScenario(loaded: LoadedScenario, options: RepeatOptions): Promise<ScenarioReport> {
  let telling = await runScenario(loaded, options);
  if (options.repeat === undefined) return telling;
  const runs = [runOf(telling)];
  const isOver = (): boolean => options.signal.aborted || (options.failFast && !telling.passed);
  while (runs.length < options.repeat && !isOver()) {
    const report = await runScenario(loaded, options);
    runs.push(runOf(report));
    if (gravity(report) > gravity(telling)) telling = report;
  }
  return { ...telling, runs };
}

function gravity({ error, passed }: ScenarioReport): number {
  if (error !== undefined) return 2;
  return passed ? 0 : 1;
}

function runOf({ outcome, durationMs, passed, failures }: ScenarioReport): RepeatedRun {
  return { outcome, durationMs, passed, failures };
}
