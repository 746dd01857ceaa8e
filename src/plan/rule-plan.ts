import type { Exchange } from "../protocol/exchange.ts";
import { createMailbox } from "../wire/mailbox.ts";
import type { ActingFault } from "../wire/transform.ts";
import type { CompiledRule } from "./compile-rules.ts";
import type { OnFired, RuleTally } from "./ledger.ts";
import { canAct, matches, type Surroundings } from "./matches.ts";
import { scopeAt, SERVER, type Place } from "./place.ts";
import { RuleCounter } from "./rule-counter.ts";
import { RuleIndex } from "./rule-index.ts";

/** Counters of more scopes than this are not kept: the one unused for longest begins anew. */
const MAX_SCOPES = 4096;

/** What the rules say about one exchange. */
export interface RuleVerdict {
  readonly faults: readonly ActingFault[];
  /** The tool's side effect does not happen. */
  readonly skipsEffect: boolean;
}

/** Rules at work: which of them act on an exchange, counted for each scope, drawn from the seed. */
export class RulePlan {
  readonly #rules: readonly CompiledRule[];
  readonly #index: RuleIndex;
  readonly #onFired: OnFired | undefined;
  readonly #counters = new Map<string, RuleCounter>();
  readonly #tallies = new Map<CompiledRule, { matched: number; fired: number }>();

  constructor(rules: readonly CompiledRule[], onFired?: OnFired) {
    this.#rules = rules;
    this.#index = new RuleIndex(rules);
    this.#onFired = onFired;
  }

  /** Whether any rule speaks of such an exchange at all: cheap, and asked about every exchange. */
  concerns(exchange: Exchange, client: string | undefined): boolean {
    return this.#index.find(exchange, client).length > 0;
  }

  /** Asked once for each exchange, in the order of the exchanges. Undefined where no rule acts. */
  decide(exchange: Exchange, surroundings: Surroundings): RuleVerdict | undefined {
    const candidates = this.#index.find(exchange, surroundings.client);
    if (candidates.length === 0) return undefined;
    let verdict: { faults: ActingFault[]; skipsEffect: boolean } | undefined;
    for (const rule of candidates) {
      if (!matches(rule, exchange, surroundings)) continue;
      if (
        !rule.declarations.every((declaration, i) =>
          canAct(declaration, rule.faults[i]?.shapes ?? [], exchange, surroundings),
        )
      )
        continue;
      const counter = this.#counter(rule, exchange);
      if (!this.#fires(rule, counter)) continue;
      for (const change of rule.changes) change.happen();
      this.#tell(rule, exchange, surroundings);
      if (rule.faults.length === 0) continue;
      verdict ??= { faults: [], skipsEffect: false };
      verdict.faults.push(...counter.faults);
      if (rule.rule.effect === "skipped") verdict.skipsEffect = true;
    }
    return verdict;
  }

  /** What came of every rule, in their order. */
  tallies(): RuleTally[] {
    return this.#rules.map((rule) => ({
      rule: rule.id,
      faults: rule.names,
      matched: this.#tallies.get(rule)?.matched ?? 0,
      fired: this.#tallies.get(rule)?.fired ?? 0,
      optional: rule.rule.optional || rule.rule.chance < 1,
    }));
  }

  /** Whether all rules have acted as often as they may, in a plan that acts in one scope alone. */
  get isSpent(): boolean {
    return this.#rules.every((rule) => {
      const { times } = rule.rule;
      return times !== "always" && (this.#tallies.get(rule)?.fired ?? 0) >= times;
    });
  }

  /** A connection or session has ended: no exchange will ever be counted there again. What came of the rules stays known. */
  release(place: Place): void {
    const gone = scopeAt(place);
    if (gone === SERVER) return;
    for (const [key, { scope }] of this.#counters) if (scope === gone) this.#counters.delete(key);
  }

  /** `skip`, `times`, `every`, `chance`, in that order. */
  #fires(rule: CompiledRule, counter: RuleCounter): boolean {
    const { skip, times, every, chance } = rule.rule;
    const tally = this.#tallies.get(rule) ?? { matched: 0, fired: 0 };
    this.#tallies.set(rule, tally);
    tally.matched++;
    const left = ++counter.matched - skip;
    if (left <= 0) return false;
    if (times !== "always" && counter.fired >= times) return false;
    if (left % every !== 0) return false;
    if (chance < 1 && counter.random.next() >= chance) return false;
    counter.fired++;
    tally.fired++;
    return true;
  }

  #counter(rule: CompiledRule, exchange: Exchange): RuleCounter {
    const scope = scopeOf(rule, exchange);
    const key = `${rule.index} ${scope}`;
    const known = this.#counters.get(key);
    if (known !== undefined) return known;
    // What exchanges hand each other under one rule stays in its scope: answers are never crossed between sessions.
    const faults = rule.faults.map((fault) => ({ ...fault, shared: createMailbox() }));
    const counter = new RuleCounter(scope, faults, rule.random.fork(scope));
    this.#counters.set(key, counter);
    const [oldest] = this.#counters.keys();
    if (this.#counters.size > MAX_SCOPES + this.#rules.length && oldest !== undefined) this.#counters.delete(oldest);
    return counter;
  }

  #tell(rule: CompiledRule, exchange: Exchange, surroundings: Surroundings): void {
    this.#onFired?.({
      rule: rule.id,
      faults: rule.names,
      exchange: exchange.sequence,
      method: exchange.method,
      name: exchange.name,
      connection: exchange.connection,
      session: exchange.session,
      client: surroundings.client,
    });
  }
}

/**
 * Counters run for each session or connection, in modern HTTP over the whole server; `scope: server` joins them (SPEC 7). A handshake over
 * HTTP comes before the session that it opens: all of them are counted together, or the second would never come.
 */
function scopeOf(rule: CompiledRule, exchange: Exchange): string {
  const opensSession = exchange.transport === "http" && exchange.method === "initialize";
  return rule.rule.scope === "server" || opensSession ? SERVER : scopeAt(exchange);
}
