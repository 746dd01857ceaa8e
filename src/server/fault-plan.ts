import type { Random } from "../base/random.ts";
import { ActingFaults } from "../plan/acting-faults.ts";
import type { Armory } from "../plan/armory.ts";
import type { CarriedRules } from "../plan/carried-rules.ts";
import type { RulePlan } from "../plan/rule-plan.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { Peer } from "../healthy/peer.ts";
import { META_KEYS } from "../protocol/envelope.ts";
import { objectAt } from "../protocol/json.ts";
import type { ActingFault } from "../wire/transform.ts";
import type { Decision, FaultPlan } from "./lab.ts";

export interface FaultPlanOptions {
  readonly random: Random;
  /** The rules of plan files, the command line and a scenario. */
  readonly rules?: RulePlan | undefined;
  /** The rules that requests carry themselves. */
  readonly carried?: CarriedRules | undefined;
  /** The rules that clients arm while the server runs. */
  readonly armory?: Armory | undefined;
  /** The server is a process of its own. */
  readonly ownProcess: boolean;
}

/**
 * Everything that can arm a fault, asked once for each exchange: a fault tool's call, which is the rule "this very exchange, once",
 * then the plan's rules, then those that the request carries.
 */
export function createFaultPlan(options: FaultPlanOptions): FaultPlan {
  const { rules, armory, carried, ownProcess } = options;
  const acting = new ActingFaults(options.random);
  return {
    decide(exchange, peer) {
      const tool = peer === undefined ? undefined : toolFaults(acting, exchange, peer);
      // Most exchanges are asked about by nobody: for them nothing is looked up.
      if (rules === undefined && armory?.isEmpty !== false && carried?.carriedBy(exchange) !== true) return tool;
      const surroundings = { client: clientName(exchange, peer), ownProcess };
      const planned = rules?.decide(exchange, surroundings);
      const armed = armory?.decide(exchange, surroundings);
      const own = carried?.decide(exchange, surroundings);
      if (own !== undefined && "refusal" in own) {
        tool?.release();
        return { kind: "refused", reason: own.refusal };
      }
      if (planned === undefined && armed === undefined && own === undefined) return tool;
      const verdicts = [planned, armed, own].filter((verdict) => verdict !== undefined);
      exchange.skipsEffect = verdicts.some((verdict) => verdict.skipsEffect);
      const faults: ActingFault[] = [...(tool?.faults ?? []), ...verdicts.flatMap((verdict) => verdict.faults)];
      return { kind: "armed", faults, release: () => tool?.release() };
    },
    release: (place) => armory?.release(place),
  };
}

function toolFaults(
  acting: ActingFaults,
  exchange: Exchange,
  peer: Peer,
): Extract<Decision, { kind: "armed" }> | undefined {
  const call = peer.arm(exchange);
  if (call.kind !== "armed") return undefined;
  return { kind: "armed", faults: [acting.forTool(call.declaration, call.params)], release: () => call.release() };
}

/** A modern request introduces its client itself; a legacy client did so once. */
function clientName(exchange: Exchange, peer: Peer | undefined): string | undefined {
  const info = exchange.request?.params?._meta;
  return exchange.era === "modern" ? nameIn(info) : (peer?.clientName ?? nameIn(exchange.request?.params));
}

function nameIn(holder: unknown): string | undefined {
  const info = objectAt(holder, META_KEYS.clientInfo) ?? objectAt(holder, "clientInfo");
  return typeof info?.name === "string" ? info.name : undefined;
}
