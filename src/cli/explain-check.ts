import type { CheckFacts, RevisionFacts } from "../checks/check-facts.ts";
import { wrap } from "./wrap.ts";

const INDENT = "  ";

/** Everything about one check, as text to read in a terminal. */
export function explainCheck(facts: CheckFacts, width: number): string {
  const paragraph = (text: string) => wrap(text, width - INDENT.length).map((line) => INDENT + line);
  const section = (title: string, text: string | undefined) =>
    text === undefined ? [] : ["", `${title}:`, ...paragraph(text)];
  const { check, says, obeyed, violated, inconclusive, note, revisions } = facts;
  return `${[
    `${check}: ${aboutWhom(facts)}`,
    "",
    ...paragraph(says),
    "",
    "How binding it is:",
    ...revisions.flatMap(binding),
    ...section("Obeyed", obeyed),
    ...section("Violated", violated),
    ...section("Inconclusive", inconclusive),
    ...section("Note", note),
    "",
    ...wrap(NEVER_HELD_AGAINST, width),
  ].join("\n")}\n`;
}

const NEVER_HELD_AGAINST =
  "Not exercised where none of these was seen. What a fault wrote or changed is never held against its sender.";

/** Who is judged, and on what. */
export function aboutWhom({ subjects, transports, revisions }: CheckFacts): string {
  const eras = revisions.map(({ era }) => era).join(" and ");
  return `${subjects.join(" and ")}; ${transports.join(", ")}; ${eras} era`;
}

function binding({ revision, level, sources }: RevisionFacts): string[] {
  const what = sources.length === 0 ? "the specification is silent" : "";
  return [
    `${INDENT}${revision}: ${level}${what === "" ? "" : ` (${what})`}`,
    ...sources.map(({ keyword, address }) => `${INDENT}${INDENT}${keyword}  ${address}`),
  ];
}
