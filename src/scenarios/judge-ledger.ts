import { canonical, type LedgerEntry } from "../healthy/effect-ledger.ts";
import type { Scenario } from "./schema.ts";

/**
 * How often side effects were asked for and happened, against what was expected: a line for each number that is not met. What is not in
 * the ledger was never asked for.
 */
export function judgeLedger(expected: NonNullable<Scenario["ledger"]>, actual: readonly LedgerEntry[]): string[] {
  return expected.flatMap(({ tool, args = {}, asked, executed }) => {
    const key = canonical(args);
    const entry = actual.find((each) => each.tool === tool && canonical(each.args) === key);
    const line = (what: "asked" | "executed", number: number | undefined) => {
      const found = entry?.[what] ?? 0;
      return number === undefined || number === found
        ? []
        : [`ledger: ${tool} ${key}: ${what}: expected ${number}, actual ${found}`];
    };
    return [...line("asked", asked), ...line("executed", executed)];
  });
}
