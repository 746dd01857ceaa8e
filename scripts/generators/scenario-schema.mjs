// The JSON Schema of the scenario format: for editors, and for whoever writes scenarios by program. It ships in the package.
import { toJsonSchema } from "@valibot/to-json-schema";
import { loadSource } from "../load-source.mjs";

/** @type {import("../generate.mjs").Generator["generate"]} */
export async function generate() {
  const { scenarioSchema } = await loadSource("src/scenarios/schema.ts");
  const schema = toJsonSchema(scenarioSchema, {
    typeMode: "input",
    target: "draft-2020-12",
    // The arguments of a call: whatever object it is, it is handed on.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === "custom" ? { ...jsonSchema, type: "object" } : undefined,
    ignoreActions: ["metadata"],
    errorMode: "throw",
  });
  const { $schema, title, ...rest } = schema;
  return new Map([["schema/scenario.schema.json", JSON.stringify({ $schema, title, ...rest })]]);
}
