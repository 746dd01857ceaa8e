import { errorText } from "../base/errors.ts";
import { objectAt } from "../protocol/json.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { compileRules, type CompileOptions } from "./compile-rules.ts";
import type { OnFired } from "./ledger.ts";
import type { Surroundings } from "./matches.ts";
import { RulePlan, type RuleVerdict } from "./rule-plan.ts";
import { parseRuleText } from "./rule-text.ts";

/** The key in `params._meta` under which a single request can carry rules: a text, or an array of texts and rule objects. */
export const RULES_META_KEY = "mcp-failure-lab/rules";

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

  /** Whether a request carries any rule. */
  carriedBy(exchange: Exchange): boolean {
    return carriedBy(exchange) !== undefined;
  }

  decide(exchange: Exchange, surroundings: Surroundings): CarriedVerdict {
    const carried = carriedBy(exchange);
    if (carried === undefined) return undefined;
    if (carried.length > MAX_CARRIED)
      return { refusal: `a request carries at most ${MAX_CARRIED} rules; found ${carried.length}` };
    const plan = this.#plan(carried);
    return "refusal" in plan ? plan : plan.decide(exchange, surroundings);
  }

  #plan(carried: readonly unknown[]): RulePlan | { readonly refusal: string } {
    const key = JSON.stringify(carried);
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
          where: `rule ${JSON.stringify(rule)}`,
        });
      } catch (error) {
        problems.push(errorText(error));
      }
    }
    const compiled = compileRules(inputs, this.#options, problems);
    return problems.length > 0 ? { refusal: problems.join("; ") } : new RulePlan(compiled, this.#onFired);
  }
}

function carriedBy(exchange: Exchange): readonly unknown[] | undefined {
  const target = exchange.http?.target;
  const query = target?.includes("rule=") === true ? rulesOfQuery(target) : undefined;
  const meta = objectAt(exchange.request?.params, "_meta")?.[RULES_META_KEY];
  if (meta === undefined) return query;
  return [...(query ?? []), ...(Array.isArray(meta) ? (meta as readonly unknown[]) : [meta])];
}

function rulesOfQuery(target: string): readonly string[] | undefined {
  const start = target.indexOf("?");
  if (start < 0) return undefined;
  const rules = new URLSearchParams(target.slice(start + 1)).getAll("rule");
  return rules.length === 0 ? undefined : rules;
}
