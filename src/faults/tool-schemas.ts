import type { JsonObject } from "../protocol/json.ts";
import type { FaultDeclaration } from "./define-fault.ts";
import { TOOL_SCHEMAS } from "./tool-schemas.generated.ts";

const NO_ARGUMENTS: JsonObject = { type: "object", properties: {}, additionalProperties: false };

/** The JSON Schema of a fault's parameters, made when the lab is built: converting it at run time would cost as much as starting. */
export function toolInputSchema(declaration: FaultDeclaration): JsonObject {
  return TOOL_SCHEMAS[declaration.name] ?? NO_ARGUMENTS;
}
