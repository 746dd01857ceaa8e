import type { FaultDeclaration } from "./define-fault.ts";
import { FAULT_TOOLS } from "./fault-tools.ts";
import { RULE_FAULTS } from "./rule-faults.ts";

/** Every fault of the lab, in the order in which it is listed everywhere. */
export const FAULTS: readonly FaultDeclaration[] = [...FAULT_TOOLS, ...RULE_FAULTS];

const BY_NAME: ReadonlyMap<string, FaultDeclaration> = new Map(FAULTS.map((fault) => [fault.name, fault]));

/** The fault of that name; undefined where there is none. */
export function faultNamed(name: string): FaultDeclaration | undefined {
  return BY_NAME.get(name);
}
