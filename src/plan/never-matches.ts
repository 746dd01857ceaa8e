import type { PseudoExchange, TransportKind } from "../protocol/exchange.ts";
import { eraOfMethod } from "./known-methods.ts";
import type { Rule } from "./rule.ts";

/** Methods and pseudo-exchanges that are about something with a name; see `requestName` and `notificationName`. */
const NAMED: readonly string[] = [
  "tools/call",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/get",
  "$notification",
  "$refused",
];
/** These happen once in the life of a server. */
const ONCE: readonly string[] = ["$start", "$shutdown"] satisfies PseudoExchange[];
/** These belong to no session. */
const SESSIONLESS: readonly string[] = ["$start", "$open", "$shutdown"] satisfies PseudoExchange[];
/** These come before a client has said its name. */
const NAMELESS: readonly string[] = ["$start", "$open"] satisfies PseudoExchange[];

/**
 * Why no exchange can ever match a rule, whatever clients do: conditions that exclude each other, or that the transport cannot have.
 * `methods` are those that its `when.method` speaks of.
 */
export function neverMatches(
  { when, skip, every }: Rule,
  methods: readonly string[],
  transport: TransportKind | undefined,
): string | undefined {
  const all = (test: (method: string) => boolean) => methods.every(test);
  const said = methods.join(", ");
  if (transport === "stdio" && when.session !== undefined) return "$.when.session: stdio has no sessions";
  if (transport === "stdio" && when.header !== undefined) return "$.when.header: stdio has no headers";
  if (when.session !== undefined && all((method) => SESSIONLESS.includes(method) || eraOfMethod(method) === "modern"))
    return `$.when.session: ${said} belongs to no session`;
  if (when.client !== undefined && all((method) => NAMELESS.includes(method)))
    return `$.when.client: ${said} comes before a client has said its name`;
  if (when.name !== undefined && all((method) => !NAMED.includes(method) && !method.startsWith("notifications/")))
    return `$.when.name: ${said} has no name; one have ${NAMED.join(", ")}`;
  if ((skip > 0 || every > 1) && all((method) => ONCE.includes(method)))
    return `$.${skip > 0 ? "skip" : "every"}: ${said} happens once`;
  return undefined;
}
