import type { RuleTally } from "../plan/ledger.ts";
import type { ScenarioReport } from "./report.ts";

type Verdict = Pick<ScenarioReport, "passed" | "failures" | "error" | "inconclusive">;

/** A rule that did not fire proves nothing; one that is optional or has a chance may stay silent (SPEC 7). */
export function silentRules(tallies: readonly RuleTally[]): string[] {
  return tallies
    .filter(({ fired, optional }) => fired === 0 && !optional)
    .map(({ rule, faults, matched }) => {
      const why =
        matched === 0 ? "no exchange matched it" : `${matched} matched it, and its counts let all of them pass`;
      return `rule ${rule} (${faults.join(" + ")}) did not fire: ${why}`;
    });
}

/**
 * A verdict with the reasons why nothing can be concluded: then the scenario has neither passed nor failed, whatever was expected. What
 * could not be executed stays what it was.
 */
export function withReasons<V extends Verdict>(verdict: V, reasons: readonly string[], file: string): V {
  const [first] = reasons;
  const wasConclusive = verdict.error === undefined || verdict.inconclusive !== undefined;
  if (first === undefined || !wasConclusive) return verdict;
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : "";
  return {
    ...verdict,
    passed: false,
    failures: [...verdict.failures, ...reasons.map((reason) => `inconclusive: ${reason}`)],
    inconclusive: [...(verdict.inconclusive ?? []), ...reasons],
    error: verdict.error ?? { code: "scenario_inconclusive", message: `${file}: inconclusive: ${first}${more}` },
  };
}
