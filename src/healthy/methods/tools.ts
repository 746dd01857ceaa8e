import { errorText } from "../../base/errors.ts";
import { describeValue } from "../../base/schema-describe.ts";
import { errorResult } from "../../faults/fault-tool.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { perform } from "../interaction.ts";
import type { Method, Outcome } from "../method.ts";
import { pageOf } from "../paging.ts";
import { invalidParams, Refusal } from "../refusal.ts";
import type { ServedCall } from "../served-call.ts";
import { armFaultCall } from "../tools/arming.ts";
import type { Tool } from "../tools/tool.ts";

export const listTools: Method = {
  cacheable: true,
  run({ core, exchange, params }) {
    const page = pageOf("tools/list", core.tools.view(exchange).entries, params.cursor, core.pageSize);
    if (page instanceof Refusal) return page;
    return { tools: page.items, nextCursor: page.nextCursor };
  },
};

export const callTool: Method = {
  run(call) {
    const { core, exchange, params } = call;
    const { name, arguments: args } = params;
    if (typeof name !== "string")
      return invalidParams(`params.name must be the name of a tool; found ${describeValue(name)}`);
    if (args !== undefined && !isObject(args))
      return invalidParams(`params.arguments of tool ${name} must be an object; found ${describeValue(args)}`);
    const tool = core.tools.view(exchange).byName.get(name);
    if (tool === undefined) return invalidParams(core.tools.missing(name, exchange));
    if (tool.fault !== undefined) return callFaultTool(call, tool);
    const reading = tool.read(args ?? NO_ARGUMENTS);
    return "refused" in reading ? errorResult(reading.refused) : perform(call, tool, reading.args, toolFailed);
  },
};

const NO_ARGUMENTS: JsonObject = {};

/** The healthy half of a fault's tool. Whoever armed the call gives its place back; a call that nobody armed does it itself. */
function callFaultTool(call: ServedCall, tool: Tool): Outcome | Promise<Outcome> {
  const { core, exchange, peer, request } = call;
  const armed = peer.armings.get(exchange);
  const arming = armed ?? armFaultCall(core.tools, peer.activations, exchange, request);
  if (arming.kind !== "armed") return arming.kind === "refused" ? arming.result : invalidParams("Not a fault tool");
  const outcome = perform(call, tool, arming.params, toolFailed);
  if (armed !== undefined) return outcome;
  if (outcome instanceof Promise) return outcome.finally(() => arming.release());
  arming.release();
  return outcome;
}

/** A tool that fails says so in its result (the specification, "Tools: error handling"). */
function toolFailed(error: unknown): Outcome {
  return errorResult(errorText(error));
}
