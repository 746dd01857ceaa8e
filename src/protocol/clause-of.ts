import type { Clause } from "./clause.ts";
import { CLAUSES } from "./clauses.generated.ts";

/** The clause of that code. Throws where no source but the caller's knows the code: `npm run generate` collects them. */
export function clauseOf(code: string): Clause {
  const clause = CLAUSES[code];
  if (clause === undefined) throw new Error(`the clause ${code} is not known; run npm run generate`);
  return clause;
}
