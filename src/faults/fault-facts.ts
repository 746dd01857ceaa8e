import { describeSchema, readSchema } from "../base/schema-describe.ts";
import { clauseOf } from "../protocol/clause-of.ts";
import { clauseAddress } from "../protocol/clause.ts";
import { isObject, type Json, type JsonObject } from "../protocol/json.ts";
import type { Era } from "../protocol/revision.ts";
import type { FaultDeclaration } from "./define-fault.ts";
import { FIELD_REPORTS } from "./field-reports.ts";
import { faultScenario } from "./fault-scenario.ts";
import { ruleWords } from "./rule-words.ts";
import { RULE_SCHEMAS } from "./rule-schemas.generated.ts";
import { toolInputSchema } from "./tool-schemas.ts";

const ERAS: readonly Era[] = ["legacy", "modern"];

/** All that can be told about a fault, as plain data: what `faults` prints and the reference pages hold. */
export interface FaultFacts {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly group: string;
  readonly parameters: readonly ParameterFacts[];
  /** Where it works. */
  readonly shapes: readonly string[];
  readonly eras: readonly Era[];
  readonly direction: "to-client" | "to-server" | "both";
  /** Methods that it acts on; every one where it is undefined. */
  readonly methods: readonly string[] | undefined;
  readonly needs: readonly string[];
  /** Exchanges without a request that it can act on. */
  readonly at: readonly string[];
  /** How it can be armed: by calling the tool of its name, by a rule. */
  readonly armedBy: readonly ("tool" | "rule")[];
  /** Set where its tool is offered by `serve` alone. */
  readonly toolOnlyUnder: "serve" | undefined;
  /** The clauses that it breaks, and those about the peer that it puts to the test. */
  readonly breaks: readonly ClauseFacts[];
  readonly exercises: readonly ClauseFacts[];
  /** Where people met it. */
  readonly seenIn: readonly { readonly title: string; readonly addresses: readonly string[] }[];
  readonly robust: string;
  readonly tolerates: readonly string[];
  readonly examples: readonly JsonObject[];
  /** The first example, to paste. */
  readonly call: JsonObject | undefined;
  readonly scenario: JsonObject | undefined;
  readonly rule: string | undefined;
}

export interface ParameterFacts {
  readonly name: string;
  /** In words. */
  readonly allowed: string;
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly description: string;
}

export interface ClauseFacts {
  readonly code: string;
  readonly says: string;
  /** Where it stands, and how binding it is there. */
  readonly sources: readonly { readonly revision: string; readonly level: string; readonly address: string }[];
}

/** Derives what is told about a fault from its declaration. */
export function faultFacts(fault: FaultDeclaration): FaultFacts {
  // Examples come out of a schema for JSON objects, whatever the catalogue's common type says.
  const examples = fault.examples as readonly JsonObject[];
  const [example = {}] = examples;
  const { tool } = fault;
  return {
    name: fault.name,
    title: fault.title,
    summary: fault.summary,
    group: fault.group,
    parameters: parametersOf(fault),
    shapes: fault.shapes,
    eras: fault.eras ?? ERAS,
    direction: fault.direction ?? "to-client",
    methods: fault.methods,
    needs: fault.needs ?? [],
    at: fault.at ?? [],
    armedBy: [...(tool === undefined ? [] : (["tool"] as const)), ...(fault.toolOnly ? [] : (["rule"] as const))],
    toolOnlyUnder: tool?.only,
    breaks: fault.breaks.map(({ check }) => clauseFacts(check)),
    exercises: (fault.exercises ?? []).map(({ check }) => clauseFacts(check)),
    seenIn: (fault.seenIn ?? []).map((report) => {
      const { title, sources } = FIELD_REPORTS[report];
      return { title, addresses: sources.map((source) => `https://github.com/${source.replace("#", "/issues/")}`) };
    }),
    robust: fault.robust,
    tolerates: fault.tolerates,
    examples,
    call: tool === undefined ? undefined : { name: fault.name, arguments: example },
    scenario: faultScenario(fault, example),
    rule: fault.toolOnly ? undefined : ruleText(fault, example),
  };
}

function parametersOf(fault: FaultDeclaration): ParameterFacts[] {
  const entries = readSchema(fault.params).entries ?? {};
  const schema = RULE_SCHEMAS[fault.name] ?? toolInputSchema(fault);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(entries).map(([name, entry]) => {
    const property = properties[name];
    const facts = isObject(property) ? property : {};
    const description = typeof facts.description === "string" ? facts.description : "";
    return {
      name,
      allowed: describeSchema(entry),
      required: required.includes(name),
      default: facts.default,
      description,
    };
  });
}

function clauseFacts(code: string): ClauseFacts {
  const { says, clauses } = clauseOf(code);
  const sources = clauses.map(({ id, level }) => {
    const revision = id.slice(0, id.indexOf("/"));
    return { revision, level: level === "prose" ? "no keyword" : level, address: clauseAddress(id) };
  });
  return { code, says, sources };
}

function ruleText(fault: FaultDeclaration, example: JsonObject): string {
  const method = fault.shownWith?.at ?? fault.shownWith?.method ?? fault.methods?.[0] ?? "tools/call";
  return `${method} ${fault.name}${ruleWords(example)}`;
}
