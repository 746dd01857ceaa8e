import type { GenericSchema } from "valibot";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { ProcessWatch } from "../client/process-watch.ts";
import type { HistoryEntry } from "../history/schema.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { RuleTally } from "../plan/ledger.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { FailureKind } from "../protocol/outcome.ts";
import type { Json } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import type { RuleSource } from "../server/rule-house.ts";
import type { Tap } from "../wire/tap.ts";
import type { ServerDeeds } from "./server-deeds.ts";

/** A kind of server that scenarios can be run against. Knows nothing of scenarios, judgement or reports. */
export interface TargetAdapter<C = unknown> {
  /** What stands under `adapter` in a target file. */
  readonly name: string;
  /** The schema of `config`; unknown keys are refused. */
  readonly config: GenericSchema<unknown, C>;
  /** What reports call the way to the server. */
  transport(config: C): TargetIdentity["transport"];
  /** What the config takes from the runner's environment, read without I/O. Throws `target_load_failed` where something is missing. */
  prepare?(config: C, env: TargetLab["env"]): TargetPreparation;
  /** Prepares a session. No I/O happens before `setUp`. */
  create(config: C, lab: TargetLab): TargetSession;
}

export interface TargetPreparation {
  /** Values that no report, error text, log or recording may hold. */
  readonly secrets: readonly string[];
  /** What whoever runs this should know: a secret that is too short to be taken out, … */
  readonly warnings: readonly string[];
}

/** What the orchestrator lends to a session. */
export interface TargetLab {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The runner's environment, from which `envFrom` and `headerEnv` read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The runner's working directory. */
  readonly cwd: string;
  readonly protocolVersion: Revision | "auto";
  readonly tap?: Tap | undefined;
  /** Hears of what the lab's own server does, where it is in this process. */
  readonly deeds?: ServerDeeds | undefined;
  /** The lab's own server, where it is in a process of its own, records what travels there: it alone knows what its faults do. */
  readonly records?: boolean | undefined;
  /** Hears of the processes of servers that are started. */
  readonly processes?: ProcessWatch | undefined;
  /** What is to go wrong, checked before; nothing where left out. */
  readonly rules?: TargetRules | undefined;
}

/** The rules of one scenario, by whose frames they act on. Each has an id. */
export interface TargetRules {
  /** What their chance is drawn from. */
  readonly seed: number;
  /** Armed in the lab's own server; none with somebody else's. */
  readonly toClient: readonly RuleSource[];
  /** Act on what the lab's own client sends. */
  readonly toServer: readonly RuleSource[];
}

/** One session with a target. The orchestrator owns ids, budgets and judgement, and asks for `cleanUp` on every path. */
export interface TargetSession {
  /** Opens the connection and negotiates. */
  setUp(operation: Operation): Promise<OperationResult<TargetIdentity>>;
  /** One request and its answer. `execute` and `observe` are the same to a target. */
  call(call: TargetCall, operation: Operation): Promise<OperationResult<JsonObject>>;
  /** Terminates the session and closes everything. Idempotent, also when asked twice at once. */
  cleanUp(operation: Operation): Promise<OperationResult<undefined>>;
  /**
   * Opens another connection, on which every later call travels. `beside`: those that are open stay so until clean-up; `instead`: they
   * are closed first. The lab's own server is the same one for all of them; a server on stdio is a process for each. An adapter without
   * it has one connection.
   */
  connect?: ((how: "beside" | "instead", operation: Operation) => Promise<OperationResult<TargetIdentity>>) | undefined;
  /**
   * From then on the server tells of changes on the connection in use: asks for it where the era wants to be asked (2026-07-28), waits
   * for the stream that the era has for it elsewhere.
   */
  listen?: ((operation: Operation) => Promise<OperationResult<undefined>>) | undefined;
  /** Hears of the notifications that arrive on any connection, progress aside; returns how to stop. */
  watch?: ((listener: (notification: JsonObject) => void) => () => void) | undefined;
  /** What came of the rules so far; complete after clean-up. */
  tallies?: (() => readonly RuleTally[]) | undefined;
  /** The side effects of the lab's own server so far; nothing where nobody counts them. Complete after clean-up. */
  ledger?: (() => readonly LedgerEntry[] | undefined) | undefined;
  /** What processes of the lab's own server have recorded, one for each connection; known after clean-up. */
  recordings?: (() => readonly ServerRecording[]) | undefined;
  /** The end of what the target wrote on stderr; empty where there is none. */
  stderrTail(): string;
  /** What was noticed beside the answers so far, oldest first; bounded. */
  observations(): readonly TargetObservation[];
}

/** What one process of the lab's own server has recorded. */
export interface ServerRecording {
  /** The moment of the system's monotonic clock from which the times of its entries count. */
  readonly startMs: number;
  readonly entries: readonly HistoryEntry[];
  /** How many entries more there would have been. */
  readonly leftOut: number;
}

/** Something that the target did and that is no answer: a second answer, progress for a call that has ended, … */
export interface TargetObservation {
  readonly kind: string;
  readonly text: string;
}

export interface Operation {
  readonly name: "set-up" | "execute" | "observe" | "connect" | "cancel" | "clean-up";
  readonly correlationId: string;
  /** Positive and finite. `signal` aborts when it is used up; the adapter then cancels on the wire as the era wants it. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

export interface TargetCall {
  readonly method: string;
  readonly params: JsonObject;
  /** Called for each progress notification under the call's own token that arrives before its answer, in order. */
  readonly onProgress?: ((progress: number) => void) | undefined;
}

export type OperationResult<T> =
  | { readonly outcome: "success"; readonly value: T }
  | { readonly outcome: "error" | "timeout" | "cancelled" | "transport_loss"; readonly failure: TargetFailure };

export interface TargetFailure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly code?: number | undefined;
  readonly data?: Json | undefined;
}

export interface TargetIdentity {
  readonly name: string;
  readonly version?: string | undefined;
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly transport: "in-process" | "stdio" | "http";
}
