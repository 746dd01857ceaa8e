import { clauseAddress } from "../protocol/clause.ts";
import { clauseOf } from "../protocol/clause-of.ts";
import { LATEST_LEGACY_REVISION, MODERN_REVISION, type Era, type Revision } from "../protocol/revision.ts";
import type { Check, Level } from "./check.ts";
import { standingOf } from "./level.ts";

/** All that can be told about a check, as plain data: what `checks` prints and the reference pages hold. */
export interface CheckFacts {
  /** The code. */
  readonly check: string;
  /** The clause, in our own words. */
  readonly says: string;
  readonly subjects: readonly string[];
  readonly transports: readonly string[];
  /** Where it is judged, and how binding it is there. */
  readonly revisions: readonly RevisionFacts[];
  /** What proves each verdict. */
  readonly obeyed: string;
  readonly violated: string;
  readonly inconclusive: string | undefined;
  /** Where the specification is at odds with itself, and how it is read. */
  readonly note: string | undefined;
}

export interface RevisionFacts {
  readonly revision: Revision;
  readonly era: Era;
  readonly level: Level;
  /** Where the clause stands, with the keyword that it has there; none where the revision is silent. */
  readonly sources: readonly { readonly keyword: string; readonly address: string }[];
}

const REVISIONS = { legacy: LATEST_LEGACY_REVISION, modern: MODERN_REVISION } as const;

/** Derives what is told about a check from its declaration and its clause. */
export function checkFacts(check: Check): CheckFacts {
  const { obeyed, violated, inconclusive } = check.proofs;
  return {
    check: check.id,
    says: clauseOf(check.id).says,
    subjects: check.subjects,
    transports: check.transports,
    revisions: check.eras.map((era) => revisionFacts(check, era)),
    obeyed,
    violated,
    inconclusive,
    note: check.note,
  };
}

function revisionFacts(check: Check, era: Era): RevisionFacts {
  const clause = clauseOf(check.id);
  const revision = REVISIONS[era];
  const { level, clauses } = standingOf(check, clause, revision);
  const sources = clause.clauses
    .filter(({ id }) => clauses.includes(id))
    .map(({ id, level: keyword }) => ({
      keyword: keyword === "prose" ? "no keyword" : keyword,
      address: clauseAddress(id),
    }));
  return { revision, era, level, sources };
}
