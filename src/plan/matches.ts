import type { FaultDeclaration } from "../faults/define-fault.ts";
import { progressTokenOf, type Exchange } from "../protocol/exchange.ts";
import { actsOn } from "./acts-on.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { fits } from "./pattern.ts";
import type { Rule } from "./rule.ts";

/** What a plan knows of an exchange beyond the exchange itself. */
export interface Surroundings {
  /** The client's name, where it has introduced itself. */
  readonly client: string | undefined;
  /** The server is a process of its own. */
  readonly ownProcess: boolean;
}

/** Whether all conditions of a rule hold for an exchange whose method is right already. */
export function matches({ rule, direction }: CompiledRule, exchange: Exchange, surroundings: Surroundings): boolean {
  const { when } = rule;
  if (direction !== exchange.direction) return false;
  if (when.name !== undefined && (exchange.name === undefined || !fits(when.name, exchange.name))) return false;
  if (when.session !== undefined && when.session !== exchange.session) return false;
  if (when.connection !== undefined && when.connection !== exchange.connection) return false;
  if (when.exchange !== undefined && when.exchange !== exchange.sequence) return false;
  const { client } = surroundings;
  if (when.client !== undefined && (client === undefined || !fits(when.client, client))) return false;
  return when.header === undefined || hasHeaders(exchange, when.header);
}

function hasHeaders({ http }: Exchange, wanted: NonNullable<Rule["when"]["header"]>): boolean {
  if (http === undefined) return false;
  return Object.entries(wanted).every(([name, value]) => {
    const found = http.headers.filter(([header]) => header.toLowerCase() === name.toLowerCase());
    if (value === null) return found.length === 0;
    return found.some((each) => value === true || each[1] === value);
  });
}

/**
 * Whether a fault can act on an exchange: its shapes (those that it has with its parameters), methods, eras and needs. One that cannot
 * leaves the exchange alone.
 */
export function canAct(
  declaration: FaultDeclaration,
  shapes: readonly string[],
  exchange: Exchange,
  surroundings: Surroundings,
): boolean {
  if (!shapes.some((shape) => shape.startsWith(exchange.transport))) return false;
  if (declaration.eras?.includes(exchange.era) === false) return false;
  if (!actsOn(declaration, exchange.method)) return false;
  return (declaration.needs ?? []).every((need) => {
    switch (need) {
      case "session":
        return exchange.session !== undefined;
      case "progress-token":
        return progressTokenOf(exchange.request) !== undefined;
      case "cancel-message":
        return exchange.transport === "stdio" || exchange.session !== undefined;
      case "child-process":
        return surroundings.ownProcess && exchange.transport === "stdio";
      case "socket":
        return surroundings.ownProcess && exchange.transport === "http";
    }
  });
}
