import { checkInput } from "../base/schema-problems.ts";
import { nearest } from "../base/nearest.ts";
import { createRandom, type Random } from "../base/random.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import type { Direction, Shape, TransportKind } from "../protocol/exchange.ts";
import type { ActingFault } from "../wire/transform.ts";
import { createActingFault } from "./acting-faults.ts";
import { actsOn } from "./acts-on.ts";
import { KNOWN_METHODS } from "./known-methods.ts";
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
  /** Made once, with the rule. */
  readonly faults: readonly ActingFault[];
  readonly random: Random;
}

export interface CompileOptions {
  readonly catalogue: ReadonlyMap<string, FaultDeclaration>;
  readonly seed: number;
  /** Whose frames a rule without a direction acts on. */
  readonly direction: Direction;
  /** The one transport that is served, where that is known. */
  readonly transport?: TransportKind | undefined;
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
    const id = rule.id ?? `rule-${index + 1}`;
    if (ids.has(id)) problems.push(`${where}: the id ${JSON.stringify(id)} is used twice`);
    ids.add(id);
    const before = problems.length;
    const made = compileRule(rule, id, index, where, options, problems);
    if (problems.length === before && made !== undefined) compiled.push(made);
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
): CompiledRule | undefined {
  const direction = rule.when.direction ?? options.direction;
  const methods = matchingMethods(rule.when.method);
  if (methods.length === 0) {
    const meant = nearest(rule.when.method ?? "", KNOWN_METHODS);
    const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
    problems.push(
      `${where}: $.when.method: ${JSON.stringify(rule.when.method)} matches no method, so the rule could never act${hint}; allowed are ${KNOWN_METHODS.join(", ")} and patterns with *`,
    );
    return undefined;
  }
  const random = createRandom(options.seed).fork(id);
  const declarations: FaultDeclaration[] = [];
  const faults: ActingFault[] = [];
  for (const [position, { fault: name, with: params }] of rule.inject.entries()) {
    const place = `${where}: $.inject[${position}]`;
    const declaration = options.catalogue.get(name);
    if (declaration === undefined) {
      const meant = nearest(name, options.catalogue.keys());
      const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
      problems.push(
        `${place}.fault: unknown fault ${JSON.stringify(name)}${hint}; allowed are ${[...options.catalogue.keys()].join(", ")}`,
      );
      continue;
    }
    const checked = checkInput(declaration.params, params ?? {});
    if (checked.problems !== undefined) {
      problems.push(...checked.problems.map((problem) => `${place}.with (${name}): ${problem.replace(/^\$\.?/, "")}`));
      continue;
    }
    const shapes = declaration.shapesWith?.(checked.value) ?? declaration.shapes;
    const misfit = misfitOf(declaration, shapes, methods, direction, options);
    if (misfit !== undefined) {
      problems.push(`${place}.fault: ${name} ${misfit}`);
      continue;
    }
    declarations.push(declaration);
    faults.push(
      createActingFault(declaration, checked.value, {
        rule: id,
        random: random.fork(String(position)),
        gapMs: rule.gapMs,
      }),
    );
  }
  return { id, index, rule, direction, declarations, faults, random };
}

/** The methods and pseudo-exchanges that `when.method` speaks of; without one every request. */
export function matchingMethods(method: string | undefined): readonly string[] {
  if (method === undefined) return KNOWN_METHODS.filter((known) => !known.startsWith("$"));
  if (!isPattern(method)) return KNOWN_METHODS.includes(method) || method.startsWith("notifications/") ? [method] : [];
  return KNOWN_METHODS.filter((known) => known.startsWith("$") === method.startsWith("$") && fits(method, known));
}

/** Why a fault could never act under such a rule. */
function misfitOf(
  declaration: FaultDeclaration,
  shapes: readonly Shape[],
  methods: readonly string[],
  direction: Direction,
  options: CompileOptions,
): string | undefined {
  const own = declaration.direction ?? "to-client";
  if (own !== "both" && own !== direction) return `acts ${own} only; the rule is for ${direction}`;
  if (declaration.toolOnly === true) return "is half the work of its tool: call the tool instead of arming a rule";
  const { transport } = options;
  if (transport !== undefined && !shapes.some((shape) => shape.startsWith(transport))) {
    return `works on ${shapes.join(", ")} only, not on ${transport}`;
  }
  if (methods.some((method) => actsOn(declaration, method))) return undefined;
  const places = [...(declaration.methods ?? ["requests"]), ...(declaration.at ?? [])];
  return `cannot act at ${methods.join(", ")}: it works on ${places.join(", ")} only`;
}
