import type { Finding } from "../checks/finding.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { RuleTally } from "../plan/ledger.ts";
import type { FailureKind, Outcome } from "../protocol/outcome.ts";
import type { Json } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";

/** What came of a whole `run`: the one object that every reporter renders. Survives `JSON.stringify`. */
export interface RunReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: "mcp-failure-lab"; readonly version: string };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly platform: { readonly node: string; readonly os: string; readonly arch: string };
  readonly seed: number;
  readonly passed: boolean;
  readonly summary: RunSummary;
  readonly durationMs: number;
  readonly scenarios: readonly ScenarioReport[];
  /** Set when the run was ended from outside: what is done is reported, the rest was not run. */
  readonly interrupted?: Interruption | undefined;
  /** Waiting was skipped (`--clock fast`): durations are those that a scenario would have taken. */
  readonly clock?: "fast" | undefined;
  /** How often each scenario was asked to run (`--repeat`). */
  readonly repeat: number;
}

/** Who ended a run before its time: a signal, or the caller of the library. */
export type Interruption = "SIGHUP" | "SIGINT" | "SIGTERM" | "aborted";

export interface RunSummary {
  /** Scenarios that were run: passed, failed and errors together. */
  readonly total: number;
  readonly passed: number;
  /** An expectation was not met. */
  readonly failed: number;
  /** Could not be executed, so that nothing could be judged. */
  readonly errors: number;
  /** Loaded and then not run, because the run was ended before (`--fail-fast`, a signal). */
  readonly notRun: number;
}

/** One scenario, run once (or the first that failed of several runs, with all of them in `runs`). */
export interface ScenarioReport {
  readonly name: string;
  /** As given, relative to the working directory where it lies below. */
  readonly file: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly passed: boolean;
  /** One line for each thing that failed, expected beside actual; the observer's begin with `observer:`, a finding's with `finding:`, a step's with its name. Empty exactly when passed. */
  readonly failures: readonly string[];
  readonly failure?: Failure | undefined;
  readonly result?: ResultFacts | undefined;
  readonly progressValues: readonly number[];
  readonly observer?: ObserverReport | undefined;
  /** Of a scenario with steps: each of them in order, those at one time one by one. */
  readonly steps?: readonly StepReport[] | undefined;
  /** What could not be executed at all (set-up failed, …): the scenario then has neither passed nor failed, and the run exits 1. */
  readonly error?:
    { readonly code: string; readonly message: string; readonly operation?: string | undefined } | undefined;
  /** The side effects of the lab's own server, where the scenario expects something of them. */
  readonly ledger?: readonly LedgerEntry[] | undefined;
  /** The same with nothing injected, where the scenario asks for it. */
  readonly control?: ControlReport | undefined;
  /** What came of each rule that the scenario injects. */
  readonly rules?: readonly RuleTally[] | undefined;
  /** Why nothing can be concluded, a line for each reason; then `error.code` is `scenario_inconclusive`, and the run exits 1. */
  readonly inconclusive?: readonly string[] | undefined;
  /** Of a scenario that did not pass: the command line that runs it again with the same chance. */
  readonly repeatWith?: string | undefined;
  readonly transport: "in-process" | "stdio" | "http";
  /** Whether somebody else's server was asked (`--target`) and not the lab's own. */
  readonly external: boolean;
  readonly protocolVersion: { readonly requested: Revision | "auto"; readonly negotiated?: string | undefined };
  readonly target?: { readonly name: string; readonly version?: string | undefined } | undefined;
  readonly client: string;
  /** What the specification says about the peer under test; nothing where it was not judged. */
  readonly findings?: readonly Finding[] | undefined;
  /** What the client noticed beside the answers, oldest first: a second answer, progress that nobody asked for, … */
  readonly observations: readonly { readonly kind: string; readonly text: string }[];
  /** The operations of the run in order: set-up, execute, connect, observe, cancel, clean-up. */
  readonly operations: readonly OperationReport[];
  /** What went wrong around the calls and changes no verdict: a failed or slow clean-up, … */
  readonly lifecycle: { readonly problems: readonly string[]; readonly stderr?: string | undefined };
  readonly runs?: readonly RepeatedRun[] | undefined;
}

/** One of several runs of a scenario. */
export interface RepeatedRun {
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly passed: boolean;
  readonly failures: readonly string[];
}

/** A scenario's run with nothing injected. */
export interface ControlReport {
  /** Every call came back well, or just as the scenario expects it. */
  readonly passed: boolean;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** Why it did not pass. */
  readonly failures: readonly string[];
  /** What was otherwise with the faults: a line for each thing, with nothing injected first. */
  readonly differences: readonly string[];
}

/** What came of one step. */
export interface StepReport {
  /** Its number and what it does, or its own name: `step 2 (list tools)`; one of several at a time: `step 3.1 (call ping)`. */
  readonly name: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly passed: boolean;
  /** Without the step's name. */
  readonly failures: readonly string[];
  readonly failure?: Failure | undefined;
  readonly result?: ResultFacts | undefined;
  /** The names of a list that came whole. */
  readonly listed?: readonly string[] | undefined;
  readonly progressValues?: readonly number[] | undefined;
}

/** The call after the failure, with its own failures (without the prefix). */
export interface ObserverReport {
  readonly name: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly passed: boolean;
  readonly failures: readonly string[];
  readonly failure?: Failure | undefined;
  readonly result?: ResultFacts | undefined;
}

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Of a JSON-RPC error. */
  readonly code?: number | undefined;
  readonly data?: Json | undefined;
}

export interface ResultFacts {
  readonly isError: boolean;
  /** UTF-8 bytes of all text items. */
  readonly textBytes: number;
  /** The text items joined by line ends, cut at 4096 characters. */
  readonly text: string;
}

export interface OperationReport {
  readonly name: "set-up" | "execute" | "observe" | "connect" | "cancel" | "clean-up";
  readonly correlationId: string;
  readonly budgetMs: number;
  /** Monotonic, since the run began. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly durationMs: number;
  readonly outcome: "success" | "error" | "timeout" | "cancelled" | "transport_loss";
  readonly failure?: Failure | undefined;
}
