import type { FailOn } from "../checks/finding.ts";
import type { Revision } from "../protocol/revision.ts";
import type { TargetLab, TargetRules, TargetSession } from "../targets/adapter.ts";
import type { OperateContext } from "./operate.ts";
import type { ListenerWish, RecordingListener } from "./scenario-listener.ts";
import type { Scenario } from "./schema.ts";

/** Where the calls of scenarios go. */
export interface ScenarioTarget {
  readonly transport: "in-process" | "stdio" | "http";
  /** Somebody else's server. */
  readonly external: boolean;
  /** Who asks, where it is not the lab's own client: name and version. */
  readonly client?: string | undefined;
  /** What a scenario speaks that names no revision. */
  readonly defaultProtocolVersion: Revision | "auto";
  readonly setupTimeoutMs: number;
  readonly cleanupTimeoutMs: number;
  /** Whether the lab's own server runs in processes that record what travels, with these rules; else what the session hears is recorded. */
  recordsItself?: ((rules: TargetRules | undefined) => boolean) | undefined;
  /** Prepares a session of its own for each scenario; no I/O happens before its set-up. */
  open(lab: TargetLab): TargetSession;
}

export interface ScenarioContext extends OperateContext, Pick<TargetLab, "ids" | "env" | "cwd"> {
  readonly target: ScenarioTarget;
  /** What the chance of rules is drawn from. */
  readonly seed: number;
  /** Makes a listener for one session. */
  readonly openListener?: ((about: ListenerWish) => RecordingListener) | undefined;
  /** Each run is recorded and judged by the specification; not where left out. */
  readonly judging?: Judging | undefined;
}

export interface Judging {
  /** From what level on a violation fails the scenario. */
  readonly failOn: FailOn;
  /** What findings must not quote. */
  readonly secrets: readonly string[];
}

/** A scenario and the file that it came from, as reports name it. */
export interface LoadedScenario {
  readonly file: string;
  readonly scenario: Scenario;
  /** What its `inject` says, checked for the target. */
  readonly rules?: Omit<TargetRules, "seed"> | undefined;
}
