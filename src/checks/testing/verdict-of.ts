import type { Check, Verdict } from "../check.ts";
import { judgeHistory, type JudgeOptions } from "../judge.ts";
import type { Talk } from "./build-history.ts";

/**
 * What one check says about the side that it is about: verdict and evidence. Throws where it is about both sides and none is named, or
 * where the history was spoken in several revisions.
 */
export function verdictOf(
  check: Check,
  talk: Talk,
  { subject, ...options }: Partial<Omit<JudgeOptions, "checks">> = {},
): { readonly verdict: Verdict | "not about it"; readonly evidence: readonly number[] } {
  const [only, ...others] = check.subjects;
  if (only === undefined || (subject === undefined && others.length > 0)) throw new Error("say who is judged");
  const findings = judgeHistory(talk.history(), { ...options, subject: subject ?? only, checks: [check] });
  if (findings.length > 1) throw new Error("the history was spoken in several revisions");
  const [finding] = findings;
  return finding === undefined
    ? { verdict: "not about it", evidence: [] }
    : { verdict: finding.verdict, evidence: finding.evidence };
}
