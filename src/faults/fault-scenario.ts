import type { JsonObject } from "../protocol/json.ts";
import { LATEST_LEGACY_REVISION } from "../protocol/revision.ts";
import type { FaultDeclaration } from "./define-fault.ts";

/** How long a call may take whose time-out is what the scenario waits for. */
const SHORT_MS = 1_000;

const HEALTHY_AFTERWARDS: JsonObject = { call: { tool: "ping" }, expect: { outcome: "success" } };

/** A scenario that calls the fault's tool and expects what a robust client reports first of all; undefined where it has no tool. */
export function faultScenario(fault: FaultDeclaration, example: JsonObject): JsonObject | undefined {
  if (fault.tool === undefined) return undefined;
  const [reported] = fault.tolerates;
  const outcome = reported === "success" || reported === "timeout" ? reported : "error";
  // Where the session is lost the same connection has nothing left to be asked.
  const observe = fault.needs?.includes("session") === true ? {} : { observe: HEALTHY_AFTERWARDS };
  return {
    name: `What a client makes of ${fault.name}`,
    ...(isLegacy(fault) ? { protocolVersion: LATEST_LEGACY_REVISION } : {}),
    call: { tool: fault.name, args: example },
    ...(outcome === "timeout" ? { timeoutMs: SHORT_MS } : {}),
    expect: outcome === "error" ? { outcome, error: { kind: reported } } : { outcome },
    ...observe,
  };
}

function isLegacy(fault: FaultDeclaration): boolean {
  return fault.shownWith?.era === "legacy" || fault.eras?.includes("modern") === false;
}
