import { MAX_ARMED_RULES, MAX_ARMED_RULES_TOTAL, MAX_BROUGHT_RULES_CHARACTERS } from "../base/limits.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { ActingFault } from "../wire/transform.ts";
import { compileRules, type CompileOptions } from "./compile-rules.ts";
import type { OnFired, RuleTally } from "./ledger.ts";
import type { Surroundings } from "./matches.ts";
import { scopeAt, SERVER, type Place } from "./place.ts";
import { RulePlan, type RuleVerdict } from "./rule-plan.ts";
import { parseRuleText, whyUnreadable } from "./rule-text.ts";

interface ArmedRule {
  readonly id: string;
  readonly plan: RulePlan;
  /** The connection or session it was armed on; undefined: it acts on the whole server. */
  readonly owner: string | undefined;
}

/**
 * Rules that clients arm while the server runs. A rule acts on later exchanges of the connection or session that armed it (with
 * `scope: server` on all), and goes with it. Without a session there is one owner: the server. Where the places are taken, the oldest
 * rule that has acted as often as it may makes room: arming and firing can go on for ever.
 */
export class Armory {
  readonly #options: CompileOptions;
  readonly #onFired: OnFired | undefined;
  #rules: ArmedRule[] = [];
  #count = 0;

  constructor(options: CompileOptions, onFired: OnFired | undefined) {
    this.#options = options;
    this.#onFired = onFired;
  }

  /** Arms a rule (a text or an object). Says its id, or why it was refused. */
  arm(exchange: Exchange, rule: unknown): { readonly id: string } | { readonly refusal: string } {
    const owner = scopeAt(exchange);
    if (!this.#hasRoom(MAX_ARMED_RULES, (armed) => armed.owner === owner)) {
      return { refusal: `${MAX_ARMED_RULES} rules are armed here, which is the limit; disarm some first` };
    }
    if (!this.#hasRoom(MAX_ARMED_RULES_TOTAL, () => true))
      return { refusal: `${MAX_ARMED_RULES_TOTAL} rules are armed on this server, which is the limit` };
    const { length } = JSON.stringify(rule);
    if (length > MAX_BROUGHT_RULES_CHARACTERS)
      return { refusal: `the rule has ${length} characters; allowed are ${MAX_BROUGHT_RULES_CHARACTERS}` };
    let input: unknown;
    try {
      input = typeof rule === "string" ? parseRuleText(rule) : rule;
    } catch (error) {
      return { refusal: whyUnreadable(error) };
    }
    const problems: string[] = [];
    const [compiled] = compileRules([{ rule: input, where: "rule" }], this.#options, problems);
    if (compiled === undefined || problems.length > 0) return { refusal: problems.join("; ") };
    const id = compiled.rule.id ?? `armed-${++this.#count}`;
    if (this.#rules.some((armed) => armed.id === id))
      return { refusal: `the id ${JSON.stringify(id)} is armed already` };
    const plan = new RulePlan([{ ...compiled, id }], this.#onFired);
    this.#rules.push({ id, plan, owner: compiled.rule.scope === "server" ? undefined : owner });
    return { id };
  }

  /** Disarms one rule, or all that were armed by this exchange's owner, and says what came of them. */
  disarm(exchange: Exchange, id?: string): readonly RuleTally[] {
    const owner = scopeAt(exchange);
    const mine = (armed: ArmedRule) =>
      (armed.owner === undefined || armed.owner === owner) && (id === undefined || armed.id === id);
    const gone = this.#rules.filter(mine);
    this.#rules = this.#rules.filter((armed) => !mine(armed));
    return gone.flatMap((armed) => armed.plan.tallies());
  }

  /** A connection or session has ended: its rules go with it. */
  release(place: Place): void {
    const owner = scopeAt(place);
    if (owner !== SERVER) this.#rules = this.#rules.filter((armed) => armed.owner !== owner);
  }

  /** Whether one more can be armed; takes away a rule that is spent where that is needed. */
  #hasRoom(limit: number, isCounted: (armed: ArmedRule) => boolean): boolean {
    if (this.#rules.filter(isCounted).length < limit) return true;
    const spent = this.#rules.findIndex((armed) => isCounted(armed) && armed.plan.isSpent);
    if (spent < 0) return false;
    this.#rules.splice(spent, 1);
    return true;
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  decide(exchange: Exchange, surroundings: Surroundings): RuleVerdict | undefined {
    if (this.#rules.length === 0) return undefined;
    const owner = scopeAt(exchange);
    const faults: ActingFault[] = [];
    let skipsEffect = false;
    for (const armed of this.#rules) {
      if (armed.owner !== undefined && armed.owner !== owner) continue;
      const verdict = armed.plan.decide(exchange, surroundings);
      if (verdict === undefined) continue;
      faults.push(...verdict.faults);
      skipsEffect ||= verdict.skipsEffect;
    }
    return faults.length === 0 ? undefined : { faults, skipsEffect };
  }
}
