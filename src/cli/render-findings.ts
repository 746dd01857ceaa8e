import type { Verdict } from "../checks/check.ts";
import type { Finding } from "../checks/finding.ts";
import type { History } from "../history/history.ts";
import { renderEntries } from "../history/timeline.ts";
import { clauseAddress } from "../protocol/clause.ts";
import { printable } from "../reports/printable.ts";
import { wrap } from "./wrap.ts";

const INDENT = "  ";
/** The graver first. */
const VERDICTS: readonly Verdict[] = ["violated", "inconclusive", "obeyed", "not-exercised"];

/**
 * Findings as text for people: violations and what is inconclusive with the frames that prove it, the rest in a line each, and at the
 * end how many there are.
 */
export function renderFindings(findings: readonly Finding[], history: History, width: number): string[] {
  const of = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict);
  const silent = of("not-exercised").map(({ check, subject }) => `${check} (${subject})`);
  return [
    ...[...of("violated"), ...of("inconclusive")].flatMap((finding) => [...told(finding, history, width), ""]),
    ...of("obeyed").flatMap((finding) => [title(finding), ...says(finding, width)]),
    ...(of("obeyed").length === 0 ? [] : [""]),
    ...(silent.length === 0 ? [] : [...wrap(`not exercised: ${silent.join(", ")}`, width), ""]),
    ...wrap(summary(findings), width),
    ...history.notes.flatMap((note) => wrap(`Note: ${printable(note)}`, width)),
  ];
}

function told(finding: Finding, { entries }: History, width: number): string[] {
  const proofs = entries.filter(({ sequence }) => finding.evidence.includes(sequence));
  return [
    title(finding),
    ...says(finding, width),
    ...finding.clauses.map((id) => `${INDENT}${clauseAddress(id)}`),
    ...renderEntries(proofs, width - INDENT.length).map((line) => INDENT + line),
  ];
}

function title({ verdict, level, check, subject, revision }: Finding): string {
  return `${verdict}  ${check}  ${level}, ${subject}, ${revision}`;
}

function says(finding: Finding, width: number): string[] {
  return wrap(printable(finding.says), width - INDENT.length).map((line) => INDENT + line);
}

function summary(findings: readonly Finding[]): string {
  const counts = VERDICTS.map((verdict) => {
    const count = findings.filter((finding) => finding.verdict === verdict).length;
    return `${count} ${verdict === "not-exercised" ? "not exercised" : verdict}`;
  });
  return `${findings.length} ${findings.length === 1 ? "finding" : "findings"}: ${counts.join(", ")}`;
}
