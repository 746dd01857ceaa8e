// The JSON Schema of one line of a recording: for whoever reads recordings by program. It ships in the package.
import { toJsonSchema } from "@valibot/to-json-schema";
import { loadSource } from "../load-source.mjs";

/** @type {import("../generate.mjs").Generator["generate"]} */
export async function generate() {
  const { historyLineSchema } = await loadSource("src/history/schema.ts");
  const { $schema, ...schema } = toJsonSchema(historyLineSchema, {
    target: "draft-2020-12",
    ignoreActions: ["metadata"],
    errorMode: "throw",
  });
  const title = "A line of a recording of MCP Failure Lab";
  const description = "The first line is a header, the last a footer, each between tells of one thing that happened.";
  return new Map([["schema/history.schema.json", JSON.stringify({ $schema, title, description, ...schema })]]);
}
