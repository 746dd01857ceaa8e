import type { CompiledRule } from "./compile-rules.ts";
import { matchingMethods } from "./compile-rules.ts";
import { fits, isPattern } from "./pattern.ts";

/**
 * Finds the rules that may speak of an exchange by its method and name, in their order. Rules for other methods or names are never
 * looked at: a call costs the same with none of them and with thousands.
 */
export class RuleIndex {
  readonly #byMethod = new Map<string, { byName: Map<string, CompiledRule[]>; rest: CompiledRule[] }>();
  /** Patterns may also mean notifications, of which there is no complete list. */
  readonly #patterns: readonly CompiledRule[];

  constructor(rules: readonly CompiledRule[]) {
    this.#patterns = rules.filter(({ rule }) => rule.when.method !== undefined && isPattern(rule.when.method));
    for (const rule of rules) for (const method of matchingMethods(rule.rule.when.method)) this.#add(method, rule);
  }

  /** The candidates for an exchange; their other conditions remain to be checked. */
  find(method: string, name: string | undefined): readonly CompiledRule[] {
    const found = this.#find(method, name);
    // What a server receives of this kind is one pseudo-exchange; rules may also call it by the notification's own method.
    const called = method === "$notification" && name !== undefined ? this.#find(name, undefined) : NONE;
    if (called.length === 0) return found;
    return found.length === 0 ? called : [...found, ...called].sort((a, b) => a.index - b.index);
  }

  #find(method: string, name: string | undefined): readonly CompiledRule[] {
    const entry = this.#byMethod.get(method);
    if (entry === undefined) return this.#forUnlisted(method);
    const named = name === undefined ? undefined : entry.byName.get(name);
    if (named === undefined) return entry.rest;
    return entry.rest.length === 0 ? named : [...named, ...entry.rest].sort((a, b) => a.index - b.index);
  }

  #add(method: string, rule: CompiledRule): void {
    const entry = this.#byMethod.get(method) ?? { byName: new Map<string, CompiledRule[]>(), rest: [] };
    this.#byMethod.set(method, entry);
    const { name } = rule.rule.when;
    if (name === undefined || isPattern(name)) {
      entry.rest.push(rule);
      return;
    }
    const named = entry.byName.get(name);
    if (named === undefined) entry.byName.set(name, [rule]);
    else named.push(rule);
  }

  #forUnlisted(method: string): readonly CompiledRule[] {
    if (this.#patterns.length === 0 || !method.startsWith("notifications/")) return NONE;
    return this.#patterns.filter(({ rule }) => fits(rule.when.method ?? "", method));
  }
}

const NONE: readonly CompiledRule[] = [];
