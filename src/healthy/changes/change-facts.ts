import { describeSchema, readSchema, unwrap, type SchemaNode } from "../../base/schema-describe.ts";
import type { FaultFacts, ParameterFacts } from "../../faults/fault-facts.ts";
import { ruleWords } from "../../faults/rule-words.ts";
import { PSEUDO_EXCHANGES } from "../../protocol/exchange.ts";
import type { Json, JsonObject } from "../../protocol/json.ts";
import type { ChangeDeclaration } from "./define-change.ts";

/** What `group` says of a change. */
export const CHANGES_GROUP = "changes";

/** All that can be told about a change, in the form of a fault's: any rule can arm it, wherever it fires. */
export function changeFacts({ name, title, summary, params, examples, robust }: ChangeDeclaration): FaultFacts {
  // Examples come out of a schema for JSON objects, whatever the declarations' common type says.
  const shown = examples as readonly JsonObject[];
  return {
    name,
    title,
    summary,
    group: CHANGES_GROUP,
    parameters: Object.entries(readSchema(params).entries ?? {}).map(parameterFacts),
    shapes: ["stdio", "http-json", "http-sse"],
    eras: ["legacy", "modern"],
    direction: "to-client",
    methods: undefined,
    needs: [],
    at: PSEUDO_EXCHANGES,
    armedBy: ["rule"],
    toolOnlyUnder: undefined,
    breaks: [],
    exercises: [],
    seenIn: [],
    robust,
    tolerates: ["success"],
    examples: shown,
    call: undefined,
    scenario: undefined,
    rule: `tools/list ${name}${ruleWords(shown[0] ?? {})}`,
  };
}

function parameterFacts([name, node]: readonly [string, SchemaNode]): ParameterFacts {
  const isOptional = node.type === "optional";
  const described = unwrap(node).pipe?.find(({ type }) => type === "description") as
    { description?: string } | undefined;
  return {
    name,
    allowed: describeSchema(node),
    required: !isOptional,
    // A default in a declaration is plain JSON.
    default: isOptional ? (node as { default?: Json }).default : undefined,
    description: described?.description ?? "",
  };
}
