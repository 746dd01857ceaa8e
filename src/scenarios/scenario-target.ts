import { DEFAULT_CLEANUP_TIMEOUT_MS, DEFAULT_SETUP_TIMEOUT_MS } from "../base/limits.ts";
import { MODERN_REVISION } from "../protocol/revision.ts";
import type { Target } from "../targets/target.ts";
import type { ScenarioTarget } from "./run-scenario.ts";

/** The lab's own server, in this process or on a socket of it. */
export async function ownTarget(transport: "in-process" | "http", seed: number): Promise<ScenarioTarget> {
  if (transport === "http") {
    const { createOwnHttpSession } = await import("../targets/own-http.ts");
    return targetOf(transport, (lab) => createOwnHttpSession(lab, seed));
  }
  const { createInProcessSession } = await import("../targets/in-process.ts");
  return targetOf(transport, (lab) => createInProcessSession(lab, seed));
}

/** The lab's own server, however `open` reaches it. */
export function targetOf(transport: ScenarioTarget["transport"], open: ScenarioTarget["open"]): ScenarioTarget {
  return {
    transport,
    external: false,
    defaultProtocolVersion: MODERN_REVISION,
    setupTimeoutMs: DEFAULT_SETUP_TIMEOUT_MS,
    cleanupTimeoutMs: DEFAULT_CLEANUP_TIMEOUT_MS,
    open,
  };
}

/** Somebody else's server, as a target file describes it. */
export function externalTarget(target: Target): ScenarioTarget {
  return {
    transport: target.transport,
    external: true,
    defaultProtocolVersion: "auto",
    setupTimeoutMs: target.setupTimeoutMs,
    cleanupTimeoutMs: target.cleanupTimeoutMs,
    open: (lab) => target.open(lab),
  };
}
