import type { Exchange } from "../protocol/exchange.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { matchingMethods } from "./compile-rules.ts";
import { fits, isPattern } from "./pattern.ts";

/** What a rule can ask for exactly, beside the method; the one that leaves the fewest rules first. */
const KEYS = ["exchange", "session", "connection", "client", "name"] as const;
type Key = (typeof KEYS)[number];

/**
 * Finds the rules that may speak of an exchange, in their order. Rules for other methods, names, clients, connections, sessions or
 * exchanges are never looked at: a call costs the same with none of them and with thousands.
 */
export class RuleIndex {
  readonly #byMethod = new Map<string, Branch>();
  /** Patterns may also mean notifications, of which there is no complete list. */
  readonly #patterns: readonly CompiledRule[];

  constructor(rules: readonly CompiledRule[]) {
    this.#patterns = rules.filter(({ rule }) => rule.when.method !== undefined && isPattern(rule.when.method));
    const byMethod = new Map<string, CompiledRule[]>();
    for (const rule of rules) for (const method of matchingMethods(rule.rule.when.method)) add(byMethod, method, rule);
    for (const [method, own] of byMethod) this.#byMethod.set(method, grow(own, KEYS));
  }

  /** The candidates for an exchange with a client of that name; their other conditions remain to be checked. */
  find(exchange: Exchange, client: string | undefined): readonly CompiledRule[] {
    const { method, name } = exchange;
    const found = this.#find(method, exchange, client);
    // What a server receives of this kind is one pseudo-exchange; rules may also call it by the notification's own method.
    const called = method === "$notification" && name !== undefined ? this.#find(name, exchange, client) : NONE;
    if (called.length === 0) return found;
    return found.length === 0 ? called : [...found, ...called].sort(inOrder);
  }

  #find(method: string, exchange: Exchange, client: string | undefined): readonly CompiledRule[] {
    const branch = this.#byMethod.get(method);
    return branch === undefined ? this.#forUnlisted(method) : collect(branch, exchange, client);
  }

  #forUnlisted(method: string): readonly CompiledRule[] {
    if (this.#patterns.length === 0 || !method.startsWith("notifications/")) return NONE;
    return this.#patterns.filter(({ rule }) => fits(rule.when.method ?? "", method));
  }
}

/** Rules told apart by one key, those that say nothing of it beside them; at the end the rules themselves. */
type Branch =
  | { readonly key: Key; readonly byValue: ReadonlyMap<string | number, Branch>; readonly rest: Branch }
  | { readonly key: undefined; readonly rules: readonly CompiledRule[] };

function grow(rules: readonly CompiledRule[], keys: readonly Key[]): Branch {
  const [key, ...others] = keys;
  if (key === undefined || rules.length === 0) return { key: undefined, rules };
  const byValue = new Map<string | number, CompiledRule[]>();
  const rest: CompiledRule[] = [];
  for (const rule of rules) {
    const value = rule.rule.when[key];
    if (value === undefined || isPattern(String(value))) rest.push(rule);
    else add(byValue, value, rule);
  }
  if (byValue.size === 0) return grow(rest, others);
  const branches = [...byValue].map(([value, own]) => [value, grow(own, others)] as const);
  return { key, byValue: new Map(branches), rest: grow(rest, others) };
}

function collect(branch: Branch, exchange: Exchange, client: string | undefined): readonly CompiledRule[] {
  if (branch.key === undefined) return branch.rules;
  const value = valueOf(branch.key, exchange, client);
  const chosen = value === undefined ? undefined : branch.byValue.get(value);
  const rest = collect(branch.rest, exchange, client);
  if (chosen === undefined) return rest;
  const own = collect(chosen, exchange, client);
  if (own.length === 0 || rest.length === 0) return own.length === 0 ? rest : own;
  return [...own, ...rest].sort(inOrder);
}

function valueOf(key: Key, exchange: Exchange, client: string | undefined): string | number | undefined {
  switch (key) {
    case "exchange":
      return exchange.sequence;
    case "session":
      return exchange.session;
    case "connection":
      return exchange.connection;
    case "client":
      return client;
    case "name":
      return exchange.name;
  }
}

function add<T>(lists: Map<T, CompiledRule[]>, value: T, rule: CompiledRule): void {
  const list = lists.get(value);
  if (list === undefined) lists.set(value, [rule]);
  else list.push(rule);
}

function inOrder(a: CompiledRule, b: CompiledRule): number {
  return a.index - b.index;
}

const NONE: readonly CompiledRule[] = [];
