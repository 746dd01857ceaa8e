import type { FaultDeclaration } from "../../faults/define-fault.ts";
import type { ToolResult } from "../../faults/fault-tool.ts";
import type { Exchange } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Answer, Call } from "../call.ts";

/** A tool as `tools/list` shows it, with all that the newest revision knows. */
export interface ToolDescription extends JsonObject {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** Arguments that were checked, or a text that names the tool or argument, what was found and what is allowed (SPEC 14.3). */
export type Reading<A> = { readonly args: A } | { readonly refused: string };

export interface Tool<A = unknown> {
  readonly name: string;
  /** The fault that a call of this tool arms. */
  readonly fault?: FaultDeclaration;
  describe(): ToolDescription;
  read(args: JsonObject): Reading<A>;
  run(args: A, call: Call): Answer<ToolResult> | Promise<Answer<ToolResult>>;
  /** Why the tool is not offered to this exchange's peer; undefined where it is. Depends on transport, era and session alone. */
  unavailable?(place: Place): string | undefined;
}

/** Where a tool is to be offered. */
export type Place = Pick<Exchange, "transport" | "era" | "session">;
