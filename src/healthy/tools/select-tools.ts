import { LabError } from "../../base/errors.ts";
import type { FaultDeclaration } from "../../faults/define-fault.ts";
import { createFaultTool, type InputSchema } from "./fault-tool.ts";
import { pingTool } from "./ping-tool.ts";
import type { Tool } from "./tool.ts";

/** `core`: the tools of SPEC 3.1. `all`: every tool there is. `none`, or names: only those. `ping` is always there. */
export type ToolSelection = "core" | "all" | "none" | readonly string[];

const CORE = [
  "delay",
  "hang",
  "disconnect",
  "malformed_message",
  "duplicate_response",
  "response_after_cancellation",
  "session_loss",
  "protocol_ping_liveness",
  "oversized_response",
  "invalid_progress",
];

/** The tools in the order of the catalogue, then the `extra` ones, which are no faults. Throws a `LabError` (`invalid_arguments`) where a name has no tool. */
export function selectTools(
  selection: ToolSelection,
  faults: readonly FaultDeclaration[],
  inputSchema: InputSchema,
  serve: boolean,
  extra: readonly Tool[],
): readonly Tool[] {
  const faultTools = faults.flatMap((fault) =>
    fault.tool === undefined ? [] : [createFaultTool(fault, fault.tool, inputSchema, serve)],
  );
  const offered = [...faultTools, ...extra];
  const names = namesOf(
    selection,
    offered.map(({ name }) => name),
  );
  return [pingTool, ...offered.filter(({ name }) => names.includes(name))];
}

function namesOf(selection: ToolSelection, known: readonly string[]): readonly string[] {
  if (selection === "core") return CORE;
  if (selection === "all") return known;
  if (selection === "none") return [];
  const unknown = selection.find((name) => name !== pingTool.name && !known.includes(name));
  if (unknown !== undefined)
    throw new LabError("invalid_arguments", `Unknown tool ${JSON.stringify(unknown)}`, {
      hint: `Choose from: ${[pingTool.name, ...known].join(", ")}`,
    });
  return selection;
}
