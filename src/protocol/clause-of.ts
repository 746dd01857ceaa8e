import type { Clause } from "./clause.ts";
import { CLAUSES } from "./clauses.generated.ts";

/** The clause of that code. Throws where no source but the caller's knows the code: `npm run generate` collects them. */
export function clauseOf(code: string): Clause {
  const text = CLAUSES[code];
  if (text === undefined) throw new Error(`the clause ${code} is not known; run npm run generate`);
  return JSON.parse(text) as Clause; // the generator wrote it from clauses
}
