import type { Revision } from "../protocol/revision.ts";
import type { Level, Side, Verdict } from "./verdict.ts";

/** What the specification says about a recording, on one thing. Plain data. */
export interface Finding {
  /** The code of the check. */
  readonly check: string;
  /** Who is judged. */
  readonly subject: Side;
  readonly revision: Revision;
  readonly verdict: Verdict;
  readonly level: Level;
  /** The clauses that it stands on at that revision, as `revision/page#section.slug`. */
  readonly clauses: readonly string[];
  /** The sequence numbers of the frames that prove it, at most 20. */
  readonly evidence: readonly number[];
  /** One sentence of what was seen; empty where nothing was. */
  readonly says: string;
}

/** From what level on findings make a run fail (`--fail-on`). */
export const FAIL_ON = ["must", "should", "robustness", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

const FAILING: Readonly<Record<FailOn, readonly Level[]>> = {
  must: ["MUST"],
  should: ["MUST", "SHOULD"],
  robustness: ["MUST", "SHOULD", "robustness"],
  never: [],
};

/** Of `findings`, those that say that something was violated. */
export function violationsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ verdict }) => verdict === "violated");
}

/** Of `findings`, those that make a run fail. A note never does. */
export function failingFindings(findings: readonly Finding[], failOn: FailOn): Finding[] {
  return violationsOf(findings).filter(({ level }) => FAILING[failOn].includes(level));
}
