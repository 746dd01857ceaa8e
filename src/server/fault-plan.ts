import type { Random } from "../base/random.ts";
import { ActingFaults } from "../plan/acting-faults.ts";
import { rulesCarriedBy } from "../plan/carries-rules.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { Peer } from "../healthy/peer.ts";
import { META_KEYS } from "../protocol/envelope.ts";
import { objectAt } from "../protocol/json.ts";
import type { ActingFault } from "../wire/transform.ts";
import type { Decision, FaultPlan } from "./lab.ts";
import type { RuleHouse } from "./rule-house.ts";

export interface FaultPlanOptions {
  readonly random: Random;
  /** The rules, where there are any from the start. */
  readonly house?: RuleHouse | undefined;
  /** Loads what rules need; they begin to act once it has settled. */
  readonly openHouse: () => Promise<RuleHouse>;
  /** The server is a process of its own. */
  readonly ownProcess: boolean;
}

export interface RuledFaultPlan extends FaultPlan {
  /** The rules and what arms them, loaded where they are not yet. */
  house(): Promise<RuleHouse>;
}

/**
 * Everything that can arm a fault, asked once for each exchange: a fault tool's call, which is the rule "this very exchange, once",
 * then the plan's rules, those that clients armed, and those that the request carries.
 */
export function createFaultPlan(options: FaultPlanOptions): RuledFaultPlan {
  const { ownProcess } = options;
  let { house } = options;
  let opening: Promise<RuleHouse> | undefined;
  const acting = new ActingFaults(options.random);
  const openHouse = async (): Promise<RuleHouse> => {
    house = await (opening ??= options.openHouse());
    return house;
  };
  return {
    house: openHouse,
    pending(exchange) {
      return house === undefined && rulesCarriedBy(exchange) !== undefined ? openHouse() : undefined;
    },
    decide(exchange, peer) {
      const tool = peer === undefined ? undefined : toolFaults(acting, exchange, peer);
      if (house === undefined) return tool;
      const { planned, armory, carried } = house;
      const client = clientName(exchange, peer);
      // Most exchanges are asked about by nobody: for them nothing else is looked up.
      if (planned?.concerns(exchange, client) !== true && armory.isEmpty && rulesCarriedBy(exchange) === undefined)
        return tool;
      const surroundings = { client, ownProcess };
      const byPlan = planned?.decide(exchange, surroundings);
      const byClients = armory.isEmpty ? undefined : armory.decide(exchange, surroundings);
      const own = carried.decide(exchange, surroundings);
      if (own !== undefined && "refusal" in own) {
        tool?.release();
        return { kind: "refused", reason: own.refusal };
      }
      if (byPlan === undefined && byClients === undefined && own === undefined) return tool;
      const faults: ActingFault[] = tool === undefined ? [] : [...tool.faults];
      // Written out: as lists of lists this costs as much as all that the rules are asked.
      for (const verdict of [byPlan, byClients, own]) {
        if (verdict === undefined) continue;
        faults.push(...verdict.faults);
        if (verdict.skipsEffect) exchange.skipsEffect = true;
      }
      return { kind: "armed", faults, release: () => tool?.release() };
    },
    release(place) {
      house?.planned?.release(place);
      house?.armory.release(place);
      house?.carried.release(place);
    },
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
