import type { Random } from "../base/random.ts";
import { ActingFaults } from "../plan/acting-faults.ts";
import type { FaultPlan } from "./lab.ts";

/** The plan of a server that nothing but its own tools arms: a fault tool's call is the rule "this very exchange, once". */
export function createToolPlan(random: Random): FaultPlan {
  const acting = new ActingFaults(random);
  return {
    decide(exchange, peer) {
      const call = peer.arm(exchange);
      if (call.kind !== "armed") return undefined;
      return { faults: [acting.forTool(call.declaration, call.params)], release: () => call.release() };
    },
  };
}
