// The JSON Schema of plans: for editors, which then know every fault and its parameters. It ships in the package.
import { toJsonSchema } from "@valibot/to-json-schema";
import { loadSource } from "../load-source.mjs";
import { schemaOf } from "./tool-schemas.mjs";

/** @type {import("../generate.mjs").Generator["generate"]} */
export async function generate() {
  const { planSchema } = await loadSource("src/plan/rule.ts");
  const { FAULTS } = await loadSource("src/faults/index.ts");
  const { CHANGES } = await loadSource("src/healthy/changes/catalogue.ts");
  const injection = withParameters([
    ...FAULTS.filter((/** @type {any} */ { toolOnly }) => toolOnly !== true),
    ...CHANGES,
  ]);
  const schema = toJsonSchema(planSchema, {
    typeMode: "input",
    target: "draft-2020-12",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "custom" ? { ...jsonSchema, type: "object" } : injection(jsonSchema),
    ignoreActions: ["metadata", "check"],
    errorMode: "throw",
  });
  const { $schema, title, ...rest } = schema;
  return new Map([["schema/plan.schema.json", JSON.stringify({ $schema, title, ...rest })]]);
}

/**
 * What one rule injects: the name is one of the catalogue, and its parameters are those of that fault or change.
 * @param {readonly { name: string, params: any }[]} catalogue
 */
function withParameters(catalogue) {
  const cases = catalogue.map(({ name, params }) => {
    const schema = schemaOf(params);
    const then = {
      properties: { with: schema },
      ...(schema.required === undefined || schema.required.length === 0 ? {} : { required: ["with"] }),
    };
    return { if: { properties: { fault: { const: name } } }, then };
  });
  const names = catalogue.map(({ name }) => name);
  return (/** @type {any} */ jsonSchema) => {
    const { fault, with: parameters } = jsonSchema.properties ?? {};
    if (fault === undefined || parameters === undefined) return undefined;
    const { description } = fault;
    return { ...jsonSchema, properties: { fault: { description, enum: names }, with: parameters }, allOf: cases };
  };
}
