// The JSON Schema of the scenario format: for editors, and for whoever writes scenarios by program. It ships in the package.
import { toJsonSchema } from "@valibot/to-json-schema";
import { loadSource } from "../load-source.mjs";

/** @type {import("../generate.mjs").Generator["generate"]} */
export async function generate() {
  const { scenarioSchema } = await loadSource("src/scenarios/schema.ts");
  const { ACTIONS } = await loadSource("src/scenarios/step-schema.ts");
  const schema = toJsonSchema(scenarioSchema, {
    typeMode: "input",
    target: "draft-2020-12",
    // The arguments of a call: whatever object it is, it is handed on.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "custom" ? { ...jsonSchema, type: "object" } : withRules(jsonSchema, ACTIONS),
    ignoreActions: ["metadata", "check"],
    errorMode: "throw",
  });
  const { $schema, title, ...rest } = schema;
  return new Map([["schema/scenario.schema.json", JSON.stringify({ $schema, title, ...rest })]]);
}

/**
 * What a `v.check` says of a scenario or a step as a whole, in the words of JSON Schema.
 * @param {import("@valibot/to-json-schema").JsonSchema} jsonSchema
 * @param {readonly string[]} single What one step can do.
 */
function withRules(jsonSchema, single) {
  const keys = Object.keys(jsonSchema.properties ?? {});
  if (keys.includes("steps")) return { ...jsonSchema, ...SCENARIO_RULES };
  if (!keys.includes("reconnect")) return undefined;
  const actions = single.concat(keys.includes("parallel") ? ["parallel"] : []);
  return { ...jsonSchema, oneOf: actions.map((action) => has(action)), allOf: STEP_RULES };
}

/** @param {string[]} keys */
function has(...keys) {
  return { required: keys, properties: Object.fromEntries(keys.map((key) => [key, true])) };
}

/** @type {import("@valibot/to-json-schema").JsonSchema} */
const SCENARIO_RULES = {
  oneOf: [
    { required: ["call", "expect"], properties: { call: true, expect: true, steps: false } },
    { required: ["steps"], properties: { steps: true, call: false, expect: false } },
  ],
  if: { required: ["control"], properties: { control: { const: true } } },
  then: has("inject"),
};

/**
 * A list, an arrival and steps at one time have expectations of their own.
 * @type {import("@valibot/to-json-schema").JsonSchema[]}
 */
const STEP_RULES = [
  { if: has("parallel"), then: { properties: { expect: false } } },
  {
    if: has("waitFor"),
    then: { properties: { expect: { type: "object", propertyNames: { const: "received" } } } },
    else: { properties: { expect: { type: "object", properties: { received: false } } } },
  },
  { if: { not: has("list") }, then: { properties: { expect: { type: "object", properties: { list: false } } } } },
];
