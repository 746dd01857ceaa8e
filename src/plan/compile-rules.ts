import { checkInput } from "../base/schema-problems.ts";
import { isRecord } from "../base/is-record.ts";
import { nearest } from "../base/nearest.ts";
import { createRandom, type Random } from "../base/random.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import type { Direction } from "../protocol/exchange.ts";
import type { ActingFault } from "../wire/transform.ts";
import type { ReadyChange } from "./bound-change.ts";
import { compileInjection, type InjectionOptions } from "./compile-injection.ts";
import { KNOWN_METHODS } from "./known-methods.ts";
import { neverMatches } from "./never-matches.ts";
import { fits, isPattern } from "./pattern.ts";
import { ruleSchema, type Rule } from "./rule.ts";

/** A rule that has been checked against the catalogue and is ready to act. */
export interface CompiledRule {
  readonly id: string;
  /** Its place among the rules: faults of earlier rules come first. */
  readonly index: number;
  readonly rule: Rule;
  readonly direction: Direction;
  readonly declarations: readonly FaultDeclaration[];
  /** The faults and changes as the rule names them. */
  readonly names: readonly string[];
  /** Made once, with the rule. */
  readonly faults: readonly ActingFault[];
  /** What happens to the server when the rule fires. */
  readonly changes: readonly ReadyChange[];
  readonly random: Random;
}

export interface CompileOptions extends InjectionOptions {
  readonly seed: number;
  /** Whose frames a rule without a direction acts on. */
  readonly direction: Direction;
  /** Exchanges that these rules never meet, and why. */
  readonly unmet?: { readonly methods: readonly string[]; readonly why: string } | undefined;
  /** What a rule without an id is called, before its number; `rule` unless said otherwise. */
  readonly unnamed?: string | undefined;
}

/**
 * Checks rules against the schema and the catalogue and makes them ready. `where` names each rule in the problems that are pushed.
 * A rule that could never act (unknown method, fault or parameter, a shape or era that the fault does not have) is a problem.
 */
export function compileRules(
  inputs: readonly { readonly rule: unknown; readonly where: string }[],
  options: CompileOptions,
  problems: string[],
): CompiledRule[] {
  const compiled: CompiledRule[] = [];
  const ids = new Set<string>();
  for (const [index, { rule: input, where }] of inputs.entries()) {
    const checked = checkInput(ruleSchema, input);
    if (checked.problems !== undefined) {
      problems.push(...checked.problems.map((problem) => `${where}: ${problem}`));
      continue;
    }
    const rule = checked.value;
    const id = rule.id ?? `${options.unnamed ?? "rule"}-${index + 1}`;
    if (ids.has(id)) problems.push(`${where}: the id ${JSON.stringify(id)} is used twice`);
    ids.add(id);
    const before = problems.length;
    const made = compileRule(rule, id, index, where, options, problems);
    if (problems.length > before || made === undefined) continue;
    const { gathers, ...ready } = made;
    // Once is for what brings exchanges together once together.
    const isOnce = isRecord(input) && input["times"] === undefined;
    compiled.push(isOnce && gathers > 1 ? { ...ready, rule: { ...rule, times: gathers } } : ready);
  }
  return compiled;
}

function compileRule(
  rule: Rule,
  id: string,
  index: number,
  where: string,
  options: CompileOptions,
  problems: string[],
): (CompiledRule & { readonly gathers: number }) | undefined {
  const direction = rule.when.direction ?? options.direction;
  if (options.isServer === true && direction === "to-server") {
    problems.push(
      `${where}: $.when.direction: found "to-server": it acts on what a client sends, and a server has no such rules; allowed here is "to-client"`,
    );
    return undefined;
  }
  const methods = matchingMethods(rule.when.method);
  if (methods.length === 0) {
    const meant = nearest(rule.when.method ?? "", KNOWN_METHODS);
    const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
    problems.push(
      `${where}: $.when.method: ${JSON.stringify(rule.when.method)} matches no method, so the rule could never act${hint}; allowed are ${KNOWN_METHODS.join(", ")} and patterns with *`,
    );
    return undefined;
  }
  const { unmet } = options;
  const isUnmet = unmet !== undefined && methods.every((method) => unmet.methods.includes(method));
  const never = isUnmet
    ? `$.when.method: ${methods.join(", ")} ${unmet.why}`
    : neverMatches(rule, methods, options.transport);
  if (never !== undefined) {
    problems.push(`${where}: ${never}, so the rule could never act`);
    return undefined;
  }
  const random = createRandom(options.seed).fork(id);
  const made = rule.inject.map((injection, position) =>
    compileInjection(
      injection,
      {
        rule: id,
        where: `${where}: $.inject[${position}]`,
        methods,
        direction,
        random: random.fork(String(position)),
        gapMs: rule.gapMs,
      },
      options,
      problems,
    ),
  );
  const declarations: FaultDeclaration[] = [];
  const faults: ActingFault[] = [];
  const changes: ReadyChange[] = [];
  let gathers = 1;
  for (const injection of made) {
    if (injection?.kind === "change") changes.push(injection.change);
    else if (injection !== undefined) {
      declarations.push(injection.declaration);
      faults.push(injection.fault);
      gathers = Math.max(gathers, injection.gathers);
    }
  }
  const names = rule.inject.map(({ fault }) => fault);
  return { id, index, rule, direction, names, declarations, faults, changes, random, gathers };
}

/** The methods and pseudo-exchanges that `when.method` speaks of; without one every request. */
export function matchingMethods(method: string | undefined): readonly string[] {
  if (method === undefined) return KNOWN_METHODS.filter((known) => !known.startsWith("$"));
  if (method.startsWith("notifications/")) return [method];
  if (!isPattern(method)) return KNOWN_METHODS.includes(method) ? [method] : [];
  return KNOWN_METHODS.filter((known) => known.startsWith("$") === method.startsWith("$") && fits(method, known));
}
