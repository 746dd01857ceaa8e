import { isObject, type JsonObject } from "../protocol/json.ts";

/** The member of a list's result that holds its entries, and the entries; undefined where the result is no list. */
export function entriesOf(
  result: unknown,
): { readonly member: string; readonly entries: readonly JsonObject[] } | undefined {
  if (!isObject(result)) return undefined;
  for (const member of MEMBERS) {
    const entries: unknown = result[member];
    if (Array.isArray(entries)) return { member, entries: entries.filter(isObject) };
  }
  return undefined;
}

const MEMBERS = ["tools", "resources", "resourceTemplates", "prompts"] as const;

/** The tools with one of them changed: the named one, or the last. As they are where the name stands for none. */
export function changeTool(
  tools: readonly JsonObject[],
  name: string | undefined,
  change: (tool: JsonObject) => readonly JsonObject[],
): readonly JsonObject[] {
  const index = name === undefined ? tools.length - 1 : tools.findIndex((tool) => tool.name === name);
  return tools.flatMap((tool, at) => (at === index ? change(tool) : [tool]));
}

export function nameOf(entry: JsonObject): string {
  return typeof entry.name === "string" ? entry.name : "unnamed";
}

/** How often a rule of a fault that gives cursors acts unless told otherwise: on all pages, since nobody else knows the cursors. */
export const WHOLE_WALK = 1_000_000;
