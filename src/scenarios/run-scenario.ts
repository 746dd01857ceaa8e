import { errorText } from "../base/errors.ts";
import { MAX_PROGRESS_VALUES } from "../base/limits.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import type { TargetIdentity, TargetLab, TargetRules, TargetSession } from "../targets/adapter.ts";
import type { Tap } from "../wire/tap.ts";
import { callOutcome, reportedFailure, resultFacts, type CallOutcome } from "./call-outcome.ts";
import { silentRules, withReasons } from "./inconclusive.ts";
import { judge, judgeObserver } from "./judge.ts";
import { operate, rounded, type OperateContext, type Operated } from "./operate.ts";
import type { ObserverReport, OperationReport, ScenarioReport } from "./report.ts";
import type { Scenario, ScenarioCall } from "./schema.ts";

/** Where the calls of scenarios go. */
export interface ScenarioTarget {
  readonly transport: "in-process" | "stdio" | "http";
  /** Somebody else's server. */
  readonly external: boolean;
  /** What a scenario speaks that names no revision. */
  readonly defaultProtocolVersion: Revision | "auto";
  readonly setupTimeoutMs: number;
  readonly cleanupTimeoutMs: number;
  /** Prepares a session of its own for each scenario; no I/O happens before its set-up. */
  open(lab: TargetLab): TargetSession;
}

export interface ScenarioContext extends OperateContext, Pick<TargetLab, "ids" | "env" | "cwd"> {
  readonly target: ScenarioTarget;
  /** What the chance of rules is drawn from. */
  readonly seed: number;
  /** Makes a tap for one session, which hears of everything that travels. */
  readonly openTap?: (() => Tap) | undefined;
}

/** A scenario and the file that it came from, as reports name it. */
export interface LoadedScenario {
  readonly file: string;
  readonly scenario: Scenario;
  /** What its `inject` says, checked for the target. */
  readonly rules?: Omit<TargetRules, "seed"> | undefined;
}

/**
 * Runs one scenario: set-up, call, observer, clean-up, each under a budget of its own. The observer runs whatever came of the call,
 * clean-up is asked for on every path. What the target does wrong is in the report; this never rejects.
 */
export async function runScenario(loaded: LoadedScenario, context: ScenarioContext): Promise<ScenarioReport> {
  const { clock, ids, env, cwd, target, openTap, seed } = context;
  const requested = loaded.scenario.protocolVersion ?? target.defaultProtocolVersion;
  try {
    const rules = loaded.rules === undefined ? undefined : { ...loaded.rules, seed };
    const session = target.open({ clock, ids, env, cwd, tap: openTap?.(), protocolVersion: requested, rules });
    return await new ScenarioRun(loaded, context, requested, session).run();
  } catch (error) {
    const verdict = notExecuted(loaded.file, errorText(error));
    const circumstances = circumstancesOf(target, requested, undefined);
    return {
      ...titleOf(loaded),
      ...verdict,
      ...circumstances,
      operations: [],
      observations: [],
      lifecycle: { problems: [] },
    };
  }
}

class ScenarioRun {
  readonly #loaded: LoadedScenario;
  readonly #context: ScenarioContext;
  readonly #requested: Revision | "auto";
  readonly #session: TargetSession;
  readonly #operations: OperationReport[] = [];
  readonly #problems: string[] = [];

  constructor(loaded: LoadedScenario, context: ScenarioContext, requested: Revision | "auto", session: TargetSession) {
    this.#loaded = loaded;
    this.#context = context;
    this.#requested = requested;
    this.#session = session;
  }

  async run(): Promise<ScenarioReport> {
    const { target } = this.#context;
    const setUp = await this.#operate("set-up", target.setupTimeoutMs, (operation) => this.#session.setUp(operation));
    const verdict =
      setUp.outcome === "success"
        ? await this.#exercise()
        : notExecuted(this.#loaded.file, `set-up failed: ${setUp.failure.kind}: ${setUp.failure.message}`);
    await this.#cleanUp();
    const stderr = this.#session.stderrTail();
    return {
      ...titleOf(this.#loaded),
      ...this.#concluded(verdict),
      ...circumstancesOf(target, this.#requested, setUp.outcome === "success" ? setUp.value : undefined),
      operations: this.#operations,
      observations: this.#session.observations(),
      lifecycle: { problems: this.#problems, ...(stderr === "" ? {} : { stderr }) },
    };
  }

  #concluded(verdict: Verdict): Verdict {
    if (this.#loaded.rules === undefined) return verdict;
    const rules = this.#session.tallies?.() ?? [];
    return withReasons({ ...verdict, rules }, silentRules(rules), this.#loaded.file);
  }

  async #exercise(): Promise<Verdict> {
    const { scenario } = this.#loaded;
    const actual = await this.#call("execute", scenario.call, scenario.timeoutMs);
    const failures = judge(scenario.expect, actual);
    const observer = await this.#observe();
    if (this.#context.signal.aborted) failures.push("the run was ended before the scenario was done");
    failures.push(...(observer?.failures ?? []).map((line) => `observer: ${line}`));
    return {
      outcome: actual.outcome,
      durationMs: rounded(actual.durationMs),
      passed: failures.length === 0,
      failures,
      ...reported(actual),
      progressValues: actual.progressValues,
      observer,
    };
  }

  async #observe(): Promise<ObserverReport | undefined> {
    const { observe, name } = this.#loaded.scenario;
    if (observe === undefined || this.#context.signal.aborted) return undefined;
    const actual = await this.#call("observe", observe.call, observe.timeoutMs);
    const failures = judgeObserver(observe.expect, actual);
    return {
      name: `${name}: observer`,
      outcome: actual.outcome,
      durationMs: rounded(actual.durationMs),
      passed: failures.length === 0,
      failures,
      ...reported(actual),
    };
  }

  async #call(name: "execute" | "observe", call: ScenarioCall, timeoutMs: number): Promise<CallOutcome> {
    const params: JsonObject = { name: call.tool, arguments: call.args ?? {} };
    const progressValues: number[] = [];
    let isOver = false;
    const onProgress = (progress: number): void => {
      if (!isOver && progressValues.length < MAX_PROGRESS_VALUES) progressValues.push(progress);
    };
    const result = await this.#operate(name, timeoutMs, (operation) =>
      this.#session.call({ method: "tools/call", params, onProgress }, operation),
    );
    isOver = true;
    const durationMs = this.#operations.findLast((operation) => operation.name === name)?.durationMs ?? 0;
    return callOutcome(result, durationMs, progressValues);
  }

  async #cleanUp(): Promise<void> {
    // Clean-up is asked for on every path, also when the run was ended.
    const unbroken = new AbortController().signal;
    const budgetMs = this.#context.target.cleanupTimeoutMs;
    const result = await this.#operate("clean-up", budgetMs, (operation) => this.#session.cleanUp(operation), unbroken);
    if (result.outcome !== "success") this.#problems.push(`clean-up: ${result.outcome}: ${result.failure.message}`);
  }

  async #operate<T>(
    name: OperationReport["name"],
    budgetMs: number,
    work: Parameters<typeof operate<T>>[2],
    signal: AbortSignal = this.#context.signal,
  ): Promise<Operated<T>["result"]> {
    const operated = await operate({ name, budgetMs }, { ...this.#context, signal }, work);
    this.#operations.push(...operated.reports);
    if (operated.problem !== undefined) this.#problems.push(operated.problem);
    return operated.result;
  }
}

/** What a report keeps of what came: with limits, after it was judged without. */
function reported({ failure, result }: CallOutcome): Pick<ScenarioReport, "failure" | "result"> {
  return {
    failure: failure === undefined ? undefined : reportedFailure(failure),
    result: result === undefined ? undefined : resultFacts(result),
  };
}

function titleOf({ file, scenario }: LoadedScenario): Pick<ScenarioReport, "name" | "file"> {
  return { name: scenario.name, file };
}

type Circumstances = Pick<ScenarioReport, "transport" | "external" | "protocolVersion" | "target" | "client">;
type Verdict = Pick<
  ScenarioReport,
  | "outcome"
  | "durationMs"
  | "passed"
  | "failures"
  | "failure"
  | "result"
  | "progressValues"
  | "observer"
  | "error"
  | "rules"
  | "inconclusive"
>;

function circumstancesOf(
  target: ScenarioTarget,
  requested: Revision | "auto",
  identity: TargetIdentity | undefined,
): Circumstances {
  return {
    transport: identity?.transport ?? target.transport,
    external: target.external,
    protocolVersion: { requested, negotiated: identity?.protocolVersion },
    target: identity === undefined ? undefined : { name: identity.name, version: identity.version },
    client: "mcp-failure-lab",
  };
}

/** The verdict on a scenario that could not be executed: neither passed nor failed, and the run exits 1. */
function notExecuted(file: string, message: string): Verdict {
  return {
    outcome: "error",
    durationMs: 0,
    passed: false,
    failures: [message],
    progressValues: [],
    error: { code: "scenario_execution_failed", message: `${file}: ${message}`, operation: "set-up" },
  };
}
