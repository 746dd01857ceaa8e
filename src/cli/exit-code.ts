import type { RunReport } from "../scenarios/report.ts";
import { STOP_SIGNALS } from "./stop-signals.ts";

/** The exit code that a run has earned: a signal that ended it, else what could not be executed, else an unmet expectation (SPEC 4). */
export function exitCodeOf({ interrupted, summary, passed }: RunReport): number {
  if (interrupted !== undefined && interrupted !== "aborted") return STOP_SIGNALS[interrupted];
  if (summary.errors > 0) return 1;
  return passed ? 0 : 2;
}
