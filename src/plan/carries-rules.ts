import type { Exchange } from "../protocol/exchange.ts";
import { objectAt } from "../protocol/json.ts";

/** The key in `params._meta` under which a single request can carry rules: a text, or an array of texts and rule objects. */
export const RULES_META_KEY = "mcp-failure-lab/rules";

/** The rules that a request carries, in the query of its URL and in its `_meta`; undefined where there are none, which is cheap to see. */
export function rulesCarriedBy(exchange: Exchange): readonly unknown[] | undefined {
  const target = exchange.http?.target;
  const query = target?.includes("rule=") === true ? rulesOfQuery(target) : undefined;
  const meta = objectAt(exchange.request?.params, "_meta")?.[RULES_META_KEY];
  if (meta === undefined) return query;
  return [...(query ?? []), ...(Array.isArray(meta) ? (meta as readonly unknown[]) : [meta])];
}

function rulesOfQuery(target: string): readonly string[] | undefined {
  const start = target.indexOf("?");
  if (start < 0) return undefined;
  const rules = new URLSearchParams(target.slice(start + 1)).getAll("rule");
  return rules.length === 0 ? undefined : rules;
}
