import type { ToolResult } from "../../faults/fault-tool.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Answer, Call } from "../call.ts";
import { argumentFault } from "../tools/arguments.ts";
import type { Tool } from "../tools/tool.ts";

const NO_ARGUMENTS: JsonObject = { type: "object", properties: {} };

type Run = (call: Call, args: JsonObject) => Answer<ToolResult> | Promise<Answer<ToolResult>>;

/** A tool that the official conformance suite asks for by name. */
export function fixtureTool(name: string, description: string, run: Run, inputSchema = NO_ARGUMENTS): Tool<JsonObject> {
  return {
    name,
    describe: () => ({ name, description, inputSchema }),
    read(args) {
      const refused = argumentFault(name, inputSchema, args);
      return refused === undefined ? { args } : { refused };
    },
    run: (args, call) => run(call, args),
  };
}

/** An input schema of texts that all have to be given. */
export function texts(descriptions: Readonly<Record<string, string>>): JsonObject {
  const properties = Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { type: "string", description }]),
  );
  return { type: "object", properties, required: Object.keys(descriptions) };
}

export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** An argument that the schema has already made sure of. */
export function textArgument(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}
