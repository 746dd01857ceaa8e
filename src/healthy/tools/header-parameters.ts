import { isObject, type JsonObject } from "../../protocol/json.ts";

/** An argument that a modern client repeats in the header `Mcp-Param-<header>`. */
export interface HeaderParameter {
  readonly path: readonly string[];
  /** The header's whole name, in lower case. */
  readonly header: string;
  readonly numeric: boolean;
}

/** The arguments that an input schema marks with `x-mcp-header`, found through nested `properties`. */
export function headerParameters(schema: JsonObject, path: readonly string[] = []): readonly HeaderParameter[] {
  if (!isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const here = [...path, name];
    const marked = property["x-mcp-header"];
    if (typeof marked !== "string") return headerParameters(property, here);
    const numeric = property.type === "integer" || property.type === "number";
    return [{ path: here, header: `mcp-param-${marked.toLowerCase()}`, numeric }];
  });
}
