import { safeParse } from "valibot";
import { checkInput } from "../../base/schema-problems.ts";
import type { FaultDeclaration } from "../../faults/define-fault.ts";
import type { FaultTool } from "../../faults/fault-tool.ts";
import type { Shape } from "../../protocol/exchange.ts";
import type { JsonObject } from "../../protocol/json.ts";
import type { Place, Tool } from "./tool.ts";

/** The JSON Schema of a fault's parameters, as an object that takes no other members. */
export type InputSchema = (declaration: FaultDeclaration) => JsonObject;

const SHAPES: Readonly<Record<Place["transport"], readonly Shape[]>> = {
  stdio: ["stdio"],
  http: ["http-json", "http-sse"],
};

/** The tool by which a client arms a fault for its own call. `serve`: the server runs as a process of its own. */
export function createFaultTool(
  declaration: FaultDeclaration,
  tool: FaultTool<unknown>,
  inputSchema: InputSchema,
  serve: boolean,
): Tool {
  const { name, title, params } = declaration;
  return {
    name,
    fault: declaration,
    describe: () => ({ name, title, description: tool.description, inputSchema: inputSchema(declaration) }),
    read(args) {
      const parsed = safeParse(params, args);
      if (parsed.success) return { args: parsed.output };
      return { refused: `Tool ${name}: ${checkInput(params, args).problems?.join("; ") ?? "invalid arguments"}` };
    },
    run: (args, call) => tool.answer(args, call),
    unavailable: (place) => unavailable(declaration, tool, place, serve),
  };
}

function unavailable(
  declaration: FaultDeclaration,
  tool: FaultTool<unknown>,
  place: Place,
  serve: boolean,
): string | undefined {
  const needs = declaration.needs ?? [];
  if (!SHAPES[place.transport].some((shape) => declaration.shapes.includes(shape)))
    return `it works on ${declaration.shapes.join(", ")} only`;
  if (declaration.eras?.includes(place.era) === false) return `it works in the ${declaration.eras.join(", ")} era only`;
  if (needs.includes("session") && place.session === undefined) return "it needs an initialized HTTP session";
  if (needs.includes("socket") && !(serve && place.transport === "http")) return "it needs a real socket";
  if (needs.includes("child-process") && !(serve && place.transport === "stdio"))
    return "it needs a process of its own";
  if (tool.only === "serve" && !serve) return "it works under serve only";
  return undefined;
}
