import type { GenericSchema } from "valibot";
import { nearestFew } from "../base/nearest.ts";
import type { Random } from "../base/random.ts";
import { readSchema, unwrap } from "../base/schema-describe.ts";
import { checkInput } from "../base/schema-problems.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import type { Direction, Shape, TransportKind } from "../protocol/exchange.ts";
import type { Era } from "../protocol/revision.ts";
import type { ActingFault } from "../wire/transform.ts";
import { createActingFault } from "./acting-faults.ts";
import { actsOn } from "./acts-on.ts";
import type { BoundChange, ReadyChange } from "./bound-change.ts";
import { eraOfMethod } from "./known-methods.ts";

/** What rules can arm, and under which circumstances. */
export interface InjectionOptions {
  readonly catalogue: ReadonlyMap<string, FaultDeclaration>;
  /** Changes of what the server offers; a client's plan has none. */
  readonly changes?: ReadonlyMap<string, BoundChange> | undefined;
  /** The one transport that is served, where that is known. */
  readonly transport?: TransportKind | undefined;
  /** The rules are a server's: it sends nothing to servers, so a rule for what clients send could never act. */
  readonly isServer?: boolean | undefined;
}

/** What stands around an injection in its rule. */
export interface InjectionPlace {
  readonly rule: string;
  /** Names the injection in problems. */
  readonly where: string;
  readonly methods: readonly string[];
  readonly direction: Direction;
  readonly random: Random;
  readonly gapMs: number | undefined;
}

/** One thing that a rule does. */
export type Injection =
  | {
      readonly kind: "fault";
      readonly declaration: FaultDeclaration;
      readonly fault: ActingFault;
      /** How many exchanges it brings together. */
      readonly gathers: number;
    }
  | { readonly kind: "change"; readonly change: ReadyChange };

/** Checks one injection against the catalogue and makes it ready. Undefined where a problem was told: it names the nearest word and what is allowed. */
export function compileInjection(
  {
    fault: name,
    with: params,
  }: { readonly fault: string; readonly with?: Readonly<Record<string, unknown>> | undefined },
  place: InjectionPlace,
  options: InjectionOptions,
  problems: string[],
): Injection | undefined {
  const declaration = options.catalogue.get(name);
  const change = options.changes?.get(name);
  const known = declaration ?? change;
  if (known === undefined) {
    problems.push(`${place.where}.fault: unknown fault ${JSON.stringify(name)}${suggestion(name, options)}`);
    return undefined;
  }
  const checked = checkInput(known.params, withWords(known.params, params ?? {}));
  if (checked.problems !== undefined) {
    problems.push(
      ...checked.problems.map((problem) => `${place.where}.with (${name}): ${problem.replace(/^\$\.?/, "")}`),
    );
    return undefined;
  }
  if (declaration === undefined) {
    return change === undefined
      ? undefined
      : { kind: "change", change: { name, happen: () => change.apply(checked.value) } };
  }
  const shapes = declaration.shapesWith?.(checked.value) ?? declaration.shapes;
  const misfit = misfitOf(declaration, shapes, place, options);
  if (misfit !== undefined) {
    problems.push(`${place.where}.fault: ${name} ${misfit}`);
    return undefined;
  }
  const facts = { rule: place.rule, random: place.random, gapMs: place.gapMs };
  const fault = createActingFault(declaration, checked.value, facts);
  return { kind: "fault", declaration, fault, gathers: declaration.gathers?.(checked.value) ?? 1 };
}

/**
 * Parameters in which words that look like JSON are words where nothing else is allowed: `as=null` on a command line and `as: null` in
 * YAML mean "null".
 */
function withWords(schema: GenericSchema, params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { entries = {} } = unwrap(readSchema(schema));
  const isWord = (name: string, value: unknown): boolean => {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (entry === undefined || typeof value === "string" || (typeof value === "object" && value !== null)) return false;
    const { type, options = [] } = unwrap(entry);
    return type === "picklist" && !options.includes(value) && options.includes(String(value));
  };
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isWord(name, value) ? String(value) : value]),
  );
}

function suggestion(name: string, options: InjectionOptions): string {
  const [first, ...others] = nearestFew(name, [...options.catalogue.keys(), ...(options.changes?.keys() ?? [])]).map(
    (meant) => JSON.stringify(meant),
  );
  const meant = first === undefined ? "" : `; did you mean ${[first, ...others].join(" or ")}?`;
  return `${meant}; "mcp-failure-lab faults" lists all`;
}

/** Why a fault could never act under such a rule. */
function misfitOf(
  declaration: FaultDeclaration,
  shapes: readonly Shape[],
  { methods, direction }: InjectionPlace,
  { transport, isServer = false }: InjectionOptions,
): string | undefined {
  const own = declaration.direction ?? "to-client";
  if (own !== "both" && own !== direction) {
    // What clients send has to be named, except where the server is somebody else's.
    const wanted = own === "to-server" ? ': its "when" takes "direction": "to-server"' : "";
    const hint = isServer ? ", as every rule of a server" : wanted;
    return `acts ${own} only; the rule is for ${direction}${hint}`;
  }
  if (declaration.toolOnly === true) return "is half the work of its tool: call the tool instead of arming a rule";
  if (transport !== undefined && !shapes.some((shape) => shape.startsWith(transport))) {
    const given = shapes.length < declaration.shapes.length ? " with these parameters" : "";
    return `works on ${shapes.join(", ")} only${given}, not on ${transport}`;
  }
  const reachable = methods.filter((method) => actsOn(declaration, placeOf(method, direction)));
  if (reachable.length === 0) {
    const places = [...(declaration.methods ?? ["requests"]), ...(declaration.at ?? [])];
    return `cannot act at ${methods.join(", ")}: it works on ${places.join(", ")} only`;
  }
  const eras: readonly Era[] | undefined = declaration.eras;
  if (eras !== undefined && !reachable.some((method) => eras.includes(eraOfMethod(method) ?? eras[0] ?? "modern"))) {
    return `works in the ${eras.join(", ")} era only, which has no ${reachable.join(", ")}`;
  }
  return undefined;
}

/** A server receives every notification at one pseudo-exchange. */
function placeOf(method: string, direction: Direction): string {
  return direction === "to-client" && method.startsWith("notifications/") ? "$notification" : method;
}
