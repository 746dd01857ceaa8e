import { FAULTS } from "../faults/index.ts";
import { CHANGES } from "../healthy/changes/catalogue.ts";
import { compileRules, type CompiledRule } from "../plan/compile-rules.ts";
import type { Direction, TransportKind } from "../protocol/exchange.ts";
import type { RuleSource } from "./rule-house.ts";

export interface RuleCircumstances {
  /** Whose frames a rule without a direction acts on. */
  readonly direction: Direction;
  /** The one transport that will be used, where that is known. */
  readonly transport?: TransportKind | undefined;
}

/** Checks rules as a server or a client would that arms them, and arms nothing. Each problem begins with the rule's `where`. */
export function checkRules(
  sources: readonly RuleSource[],
  { direction, transport }: RuleCircumstances,
): { readonly rules: readonly CompiledRule[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const catalogue = new Map(FAULTS.map((fault) => [fault.name, fault]));
  const changes = new Map(CHANGES.map(({ name, params }) => [name, { name, params, apply: () => {} }]));
  const rules = compileRules(sources, { catalogue, changes, seed: 0, direction, transport }, problems);
  return { rules, problems };
}
