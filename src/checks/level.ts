import type { Clause } from "../protocol/clause.ts";
import { MODERN_REVISION, LATEST_LEGACY_REVISION, type Revision } from "../protocol/revision.ts";
import type { Check, Level } from "./check.ts";

/** What the specification says at one revision, and how binding it is there. */
export interface Standing {
  readonly level: Level;
  readonly clauses: readonly string[];
}

/** The revisions that are judged; at an older one a finding is a note (SPEC 8). */
const JUDGED: readonly Revision[] = [LATEST_LEGACY_REVISION, MODERN_REVISION];

/**
 * How binding a check is at `revision`. The strictest clause counts, unless the check says otherwise; where the specification is
 * silent at that revision, what is left is robustness.
 */
export function standingOf({ level }: Pick<Check, "level">, { clauses }: Clause, revision: Revision): Standing {
  const isJudged = JUDGED.includes(revision);
  const read = revision === MODERN_REVISION ? MODERN_REVISION : LATEST_LEGACY_REVISION;
  const own = clauses.filter(({ id }) => id.startsWith(`${read}/`));
  const ids = own.map(({ id }) => id);
  if (!isJudged) return { level: "note", clauses: ids };
  if (own.length === 0) return { level: "robustness", clauses: [] };
  return { level: level ?? strictest(own.map((clause) => clause.level)), clauses: ids };
}

function strictest(keywords: readonly Clause["clauses"][number]["level"][]): Level {
  if (keywords.some((keyword) => keyword.startsWith("MUST"))) return "MUST";
  return keywords.some((keyword) => keyword.startsWith("SHOULD")) ? "SHOULD" : "note";
}
