import { statusResult, type ToolResult } from "../../faults/fault-tool.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { argumentFault } from "./arguments.ts";
import type { Tool } from "./tool.ts";

const INPUT_SCHEMA: JsonObject = { type: "object", properties: {}, additionalProperties: false };

/** Says that the server is well: the observer's call after a failure (SPEC 3.1). */
export const pingTool: Tool<JsonObject> = {
  name: "ping",
  describe: () => ({
    name: "ping",
    title: "Ping",
    description: "Answers at once that the server is healthy, with the time of day.",
    inputSchema: INPUT_SCHEMA,
  }),
  read(args) {
    const refused = argumentFault("ping", INPUT_SCHEMA, args);
    return refused === undefined ? { args } : { refused };
  },
  run: (_args, call) => resultAt(call.clock.date()),
};

let last: { readonly ms: number; readonly result: ToolResult } | undefined;

/** The result for a moment. Many calls fall into one millisecond, and to write its time costs a tenth of a call: it is kept. */
function resultAt(date: Date): ToolResult {
  const ms = date.getTime();
  if (last?.ms !== ms) last = { ms, result: statusResult({ status: "ok", timestamp: date.toISOString() }) };
  return last.result;
}
