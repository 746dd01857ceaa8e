import { errorText } from "../base/errors.ts";
import { MAX_ARMED_RULES, MAX_ARMED_RULES_TOTAL } from "../base/limits.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { ActingFault } from "../wire/transform.ts";
import { compileRules, type CompileOptions } from "./compile-rules.ts";
import type { OnFired, RuleTally } from "./ledger.ts";
import type { Surroundings } from "./matches.ts";
import { RulePlan, type RuleVerdict } from "./rule-plan.ts";
import { parseRuleText } from "./rule-text.ts";

interface ArmedRule {
  readonly id: string;
  readonly plan: RulePlan;
  /** The connection or session it was armed on; undefined: it acts on the whole server. */
  readonly owner: string | undefined;
}

/**
 * Rules that clients arm while the server runs. A rule acts on later exchanges of the connection or session that armed it (with
 * `scope: server` on all), and goes with it. Without a session there is one owner: the server.
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
    const owner = ownerOf(exchange);
    if (this.#rules.filter((armed) => armed.owner === owner).length >= MAX_ARMED_RULES) {
      return { refusal: `${MAX_ARMED_RULES} rules are armed here, which is the limit; disarm some first` };
    }
    if (this.#rules.length >= MAX_ARMED_RULES_TOTAL)
      return { refusal: `${MAX_ARMED_RULES_TOTAL} rules are armed on this server, which is the limit` };
    let input: unknown;
    try {
      input = typeof rule === "string" ? parseRuleText(rule) : rule;
    } catch (error) {
      return { refusal: errorText(error) };
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
    const owner = ownerOf(exchange);
    const mine = (armed: ArmedRule) =>
      (armed.owner === undefined || armed.owner === owner) && (id === undefined || armed.id === id);
    const gone = this.#rules.filter(mine);
    this.#rules = this.#rules.filter((armed) => !mine(armed));
    return gone.flatMap((armed) => armed.plan.tallies());
  }

  /** A connection or session has ended: its rules go with it. */
  release(place: Place): void {
    const owner = ownerOf(place);
    if (owner !== SERVER) this.#rules = this.#rules.filter((armed) => armed.owner !== owner);
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  decide(exchange: Exchange, surroundings: Surroundings): RuleVerdict | undefined {
    if (this.#rules.length === 0) return undefined;
    const owner = ownerOf(exchange);
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

/** The connection or session that an exchange belongs to. */
export type Place = Pick<Exchange, "transport" | "connection" | "session">;

const SERVER = "server";

function ownerOf(place: Place): string {
  if (place.transport === "stdio") return `connection ${place.connection}`;
  return place.session === undefined ? SERVER : `session ${place.session}`;
}
