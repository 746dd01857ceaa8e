import { clip } from "../base/clip.ts";
import { MAX_BROUGHT_RULES_CHARACTERS } from "../base/limits.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { rulesCarriedBy } from "./carries-rules.ts";
import { compileRules, type CompileOptions } from "./compile-rules.ts";
import type { OnFired } from "./ledger.ts";
import type { Surroundings } from "./matches.ts";
import type { Place } from "./place.ts";
import { RulePlan, type RuleVerdict } from "./rule-plan.ts";
import { parseRuleText, whyUnreadable } from "./rule-text.ts";

/** Rules of one request, and distinct sets of carried rules that are kept with their counters. */
const MAX_CARRIED = 16;
const MAX_KEPT = 256;

/** What carried rules say: a verdict, nothing, or why they cannot be read. */
export type CarriedVerdict = RuleVerdict | { readonly refusal: string } | undefined;

/**
 * Rules that a request carries itself, in the query of its URL (`?rule=`, repeatable) or in its `_meta`. Each acts only on requests that
 * carry it; the same rule counts on over them.
 */
export class CarriedRules {
  readonly #options: CompileOptions;
  readonly #onFired: OnFired | undefined;
  readonly #kept = new Map<string, RulePlan | { readonly refusal: string }>();

  constructor(options: CompileOptions, onFired: OnFired | undefined) {
    this.#options = options;
    this.#onFired = onFired;
  }

  decide(exchange: Exchange, surroundings: Surroundings): CarriedVerdict {
    const carried = rulesCarriedBy(exchange);
    if (carried === undefined) return undefined;
    if (carried.length > MAX_CARRIED)
      return { refusal: `a request carries at most ${MAX_CARRIED} rules; found ${carried.length}` };
    const key = JSON.stringify(carried);
    if (key.length > MAX_BROUGHT_RULES_CHARACTERS)
      return {
        refusal: `the rules of a request have at most ${MAX_BROUGHT_RULES_CHARACTERS} characters; found ${key.length}`,
      };
    const plan = this.#plan(key, carried);
    return "refusal" in plan ? plan : plan.decide(exchange, surroundings);
  }

  /** A connection or session has ended: what was counted there goes with it. */
  release(place: Place): void {
    for (const plan of this.#kept.values()) if (plan instanceof RulePlan) plan.release(place);
  }

  #plan(key: string, carried: readonly unknown[]): RulePlan | { readonly refusal: string } {
    const kept = this.#kept.get(key) ?? this.#compile(carried);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  #compile(carried: readonly unknown[]): RulePlan | { readonly refusal: string } {
    const problems: string[] = [];
    const inputs: { rule: unknown; where: string }[] = [];
    for (const rule of carried) {
      try {
        inputs.push({
          rule: typeof rule === "string" ? parseRuleText(rule) : rule,
          where: `rule ${clip(JSON.stringify(rule))}`,
        });
      } catch (error) {
        problems.push(whyUnreadable(error));
      }
    }
    // Told apart from the rules of plans where it is said what fired.
    const compiled = compileRules(inputs, { ...this.#options, unnamed: "carried" }, problems);
    return problems.length > 0 ? { refusal: problems.join("; ") } : new RulePlan(compiled, this.#onFired);
  }
}
