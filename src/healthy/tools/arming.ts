import type { FaultDeclaration } from "../../faults/define-fault.ts";
import { errorResult, type ToolResult } from "../../faults/fault-tool.ts";
import { progressTokenOf, type Exchange } from "../../protocol/exchange.ts";
import type { JsonRpcRequest } from "../../protocol/json-rpc.ts";
import { isObject } from "../../protocol/json.ts";
import type { Activations } from "../activations.ts";
import type { ToolBox } from "./tool-box.ts";

/** What a request means to the plan: whether it is the call of a fault tool that will be answered as such. */
export type FaultCall =
  | { readonly kind: "not-a-fault-tool" }
  /** An error result whose text names tool or argument, what was found and what is allowed; nothing is armed. */
  | { readonly kind: "refused"; readonly result: ToolResult }
  | { readonly kind: "armed"; readonly declaration: FaultDeclaration; readonly params: unknown };

/** A judged call that has taken its place among the pending ones. */
export type Arming =
  | Exclude<FaultCall, { kind: "armed" }>
  | (Extract<FaultCall, { kind: "armed" }> & {
      /** Gives the place back: the exchange is over and its frames have left. May be called more than once. */
      release(): void;
    });

const NOT_A_FAULT_TOOL = { kind: "not-a-fault-tool" } as const;

/** Whether a request names a fault tool that its peer can see: the quick look before anything is checked. */
export function callsFaultTool(tools: ToolBox, exchange: Exchange, request: JsonRpcRequest): boolean {
  const name = request.params?.name;
  return typeof name === "string" && tools.view(exchange).byName.get(name)?.fault !== undefined;
}

/** Judges a request that is otherwise good. Pure: changes nothing. */
export function judgeFaultCall(tools: ToolBox, exchange: Exchange, request: JsonRpcRequest): FaultCall {
  if (request.method !== "tools/call") return NOT_A_FAULT_TOOL;
  const { name, arguments: args } = request.params ?? {};
  if (typeof name !== "string" || (args !== undefined && !isObject(args))) return NOT_A_FAULT_TOOL;
  const tool = tools.view(exchange).byName.get(name);
  if (tool?.fault === undefined) return NOT_A_FAULT_TOOL;
  const reading = tool.read(args ?? {});
  if ("refused" in reading) return { kind: "refused", result: errorResult(reading.refused) };
  if (tool.fault.needs?.includes("progress-token") === true && progressTokenOf(request) === undefined) {
    const text = `Tool ${name}: found no progress token; the call must carry one in params._meta.progressToken (a text or a number)`;
    return { kind: "refused", result: errorResult(text) };
  }
  return { kind: "armed", declaration: tool.fault, params: reading.args };
}

/** Judges a request and takes a place for it. One call too many is refused at once and arms nothing (SPEC 3.1, 14.6). */
export function armFaultCall(
  tools: ToolBox,
  activations: Activations,
  exchange: Exchange,
  request: JsonRpcRequest,
): Arming {
  const judged = judgeFaultCall(tools, exchange, request);
  if (judged.kind !== "armed") return judged;
  const release = activations.take();
  if (release !== undefined) {
    // Written out: a spread that is followed by a new member costs microseconds on Node.js 20.
    return { kind: "armed", declaration: judged.declaration, params: judged.params, release };
  }
  const { name } = judged.declaration;
  const text = `Tool ${name}: found ${activations.pending} calls of fault tools that have not ended; at most ${activations.limit} may be pending at one time`;
  return { kind: "refused", result: errorResult(text) };
}
