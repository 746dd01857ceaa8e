import type { Headers } from "../protocol/exchange.ts";
import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import { headerValue } from "./header-value.ts";
import { described } from "./quoted.ts";

/** One argument of a tool that travels as a header, too. */
interface Mirror {
  readonly header: string;
  /** The chain of `properties` keys that leads to the argument. */
  readonly path: readonly string[];
}

const MAX_TOOLS = 10_000;
const MAX_SCHEMA_DEPTH = 64;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const MIRRORED_TYPES = ["string", "integer", "boolean"];

/** Which arguments of which tools travel as `Mcp-Param-*` headers, as the lists of tools have said so far (2026-07-28). */
export class ToolHeaders {
  readonly #mirrors = new Map<string, readonly Mirror[]>();

  /** Takes a list of tools, and says which of them break the rules of `x-mcp-header`, and how. */
  learn(tools: unknown): string[] {
    const flaws: string[] = [];
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool) || typeof tool.name !== "string") continue;
      const found = mirrorsOf(tool);
      if (typeof found === "string") flaws.push(`${tool.name}: ${found}`);
      if (this.#mirrors.size < MAX_TOOLS) this.#mirrors.set(tool.name, typeof found === "string" ? [] : found);
    }
    return flaws;
  }

  /** The headers of one call. */
  of(params: JsonObject): Headers {
    const mirrors = typeof params.name === "string" ? (this.#mirrors.get(params.name) ?? []) : [];
    return mirrors.flatMap(({ header, path }): Headers => {
      const text = asText(
        path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), params.arguments),
      );
      return text === undefined ? [] : [[`Mcp-Param-${header}`, headerValue(text)]];
    });
  }
}

/** Null and what is absent have no header; nor has what its type does not allow to be mirrored. */
function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The mirrored arguments of a tool, or what is wrong with its annotations. */
function mirrorsOf(tool: JsonObject): Mirror[] | string {
  const schema = objectAt(tool, "inputSchema");
  const mirrors: Mirror[] = [];
  let reachable = 0;
  const visit = (properties: JsonObject | undefined, path: readonly string[]): string | undefined => {
    for (const [key, property] of Object.entries(properties ?? {})) {
      if (!isObject(property) || path.length >= MAX_SCHEMA_DEPTH) continue;
      const header = property["x-mcp-header"];
      if (header !== undefined) {
        reachable++;
        const flaw = flawOf(header, property.type, mirrors);
        if (flaw !== undefined) return `"x-mcp-header" of ${JSON.stringify([...path, key].join("."))} ${flaw}`;
        mirrors.push({ header: header as string, path: [...path, key] }); // `flawOf` has established that it is one
      }
      const deeper = visit(objectAt(property, "properties"), [...path, key]);
      if (deeper !== undefined) return deeper;
    }
    return undefined;
  };
  const flaw = visit(objectAt(schema, "properties"), []);
  if (flaw !== undefined) return flaw;
  return countAnnotations(schema) > reachable ? `"x-mcp-header" stands where no argument has a fixed place` : mirrors;
}

function flawOf(header: unknown, type: unknown, others: readonly Mirror[]): string | undefined {
  if (typeof header !== "string" || !TOKEN.test(header)) return `is ${described(header)}, which is no header name`;
  if (others.some((other) => other.header.toLowerCase() === header.toLowerCase())) return "names a header twice";
  return typeof type === "string" && MIRRORED_TYPES.includes(type)
    ? undefined
    : `stands on an argument that is no string, integer or boolean`;
}

/** Every annotation, wherever it stands; a property may itself be called "x-mcp-header", and then holds a schema. */
function countAnnotations(schema: unknown, depth = 0): number {
  if (typeof schema !== "object" || schema === null || depth > 2 * MAX_SCHEMA_DEPTH) return 0;
  const own = isObject(schema) && schema["x-mcp-header"] !== undefined && !isObject(schema["x-mcp-header"]) ? 1 : 0;
  return Object.values(schema).reduce<number>((count, child) => count + countAnnotations(child, depth + 1), own);
}
