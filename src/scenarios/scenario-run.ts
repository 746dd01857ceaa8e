import { errorText } from "../base/errors.ts";
import type { Revision } from "../protocol/revision.ts";
import type { TargetIdentity, TargetSession } from "../targets/adapter.ts";
import { reported } from "./call-outcome.ts";
import { hasOneClient, isJudgeable, subjectOf, withFindings } from "./findings.ts";
import { silentRules, withReasons } from "./inconclusive.ts";
import { judge, judgeObserver } from "./judge.ts";
import { judgeLedger } from "./judge-ledger.ts";
import { rounded } from "./operate.ts";
import { Performer } from "./performer.ts";
import type { ObserverReport, ScenarioReport, StepReport } from "./report.ts";
import { runSteps } from "./run-steps.ts";
import type { LoadedScenario, ScenarioContext, ScenarioTarget } from "./scenario-context.ts";
import type { ScenarioJudge } from "./scenario-judge.ts";
import { joinListeners, type ScenarioListener } from "./scenario-listener.ts";

/**
 * Runs one scenario once: set-up, call or steps, observer, clean-up, each under a budget of its own. The observer runs whatever came of
 * the rest, clean-up is asked for on every path. What the target does wrong is in the report; this never rejects.
 */
export async function runOnce(loaded: LoadedScenario, context: ScenarioContext): Promise<ScenarioReport> {
  const { clock, ids, env, cwd, target, seed } = context;
  const { scenario, file } = loaded;
  const requested = scenario.protocolVersion ?? target.defaultProtocolVersion;
  // Without rules the ledger may be of interest, too, and a process of its own has to be told to keep it.
  const armed = loaded.rules ?? (scenario.ledger === undefined ? undefined : { toClient: [], toServer: [] });
  const rules = armed === undefined ? undefined : { ...armed, seed };
  const isOneClient = hasOneClient(scenario);
  const isRemote = target.recordsItself?.(rules) === true;
  const recording = context.openListener?.({ isOneClient, isRemote });
  let session: TargetSession | undefined;
  try {
    const judge = await openJudge(loaded, context);
    const listener = joinListeners([recording, judge?.listener]);
    const { tap, processes, deeds } = listener ?? {};
    const records = isRemote && recording !== undefined;
    const lab = { clock, ids, env, cwd, tap, records, processes, deeds, protocolVersion: requested, rules };
    session = target.open(lab);
    const report = await new ScenarioRun(loaded, context, requested, session, listener).run();
    if (judge === undefined || context.judging === undefined) return report;
    const findings = judge.findings({ subject: subjectOf(target), isOneClient });
    return withFindings(report, findings, context.judging.failOn);
  } catch (error) {
    const around = { operations: [], observations: [], lifecycle: { problems: [] } };
    return {
      ...titleOf(loaded),
      ...notExecuted(file, errorText(error)),
      ...circumstancesOf(target, requested, undefined),
      ...around,
    };
  } finally {
    recording?.end?.(session?.recordings?.() ?? []);
  }
}

/** Loaded only where somebody wants to know. */
async function openJudge(
  loaded: LoadedScenario,
  { judging, clock, seed, target }: ScenarioContext,
): Promise<ScenarioJudge | undefined> {
  if (judging === undefined || !isJudgeable(loaded, target)) return undefined;
  const { openScenarioJudge } = await import("./scenario-judge.ts");
  return openScenarioJudge({ clock, seed, transport: target.transport, secrets: judging.secrets });
}

class ScenarioRun {
  readonly #loaded: LoadedScenario;
  readonly #context: ScenarioContext;
  readonly #requested: Revision | "auto";
  readonly #session: TargetSession;
  readonly #performer: Performer;

  constructor(
    loaded: LoadedScenario,
    context: ScenarioContext,
    requested: Revision | "auto",
    session: TargetSession,
    listener: ScenarioListener | undefined,
  ) {
    this.#loaded = loaded;
    this.#context = context;
    this.#requested = requested;
    this.#session = session;
    this.#performer = new Performer(session, context, listener);
  }

  async run(): Promise<ScenarioReport> {
    const { target } = this.#context;
    const { operations, problems } = this.#performer;
    const setUp = await this.#performer.setUp();
    const verdict =
      setUp.outcome === "success"
        ? await this.#exercise()
        : notExecuted(this.#loaded.file, `set-up failed: ${setUp.failure.kind}: ${setUp.failure.message}`);
    await this.#performer.cleanUp();
    const stderr = this.#session.stderrTail();
    return {
      ...titleOf(this.#loaded),
      ...this.#concluded(verdict),
      ...circumstancesOf(target, this.#requested, setUp.outcome === "success" ? setUp.value : undefined),
      operations,
      observations: this.#session.observations(),
      lifecycle: { problems, ...(stderr === "" ? {} : { stderr }) },
    };
  }

  /** What can be judged only at the end: side effects, and whether the rules have fired. */
  #concluded(verdict: Verdict): Verdict {
    const { rules, scenario, file } = this.#loaded;
    const ledger = scenario.ledger === undefined ? undefined : (this.#session.ledger?.() ?? []);
    const missed =
      verdict.error === undefined && ledger !== undefined ? judgeLedger(scenario.ledger ?? [], ledger) : [];
    const failures = [...verdict.failures, ...missed];
    const judged = { ...verdict, ledger, failures, passed: verdict.passed && missed.length === 0 };
    if (rules === undefined) return judged;
    const tallies = this.#session.tallies?.() ?? [];
    return withReasons({ ...judged, rules: tallies }, silentRules(tallies), file);
  }

  async #exercise(): Promise<Verdict> {
    const main = this.#loaded.scenario.steps === undefined ? await this.#call() : await this.#steps();
    const { failures: own, ...verdict } = main;
    const observer = await this.#observe();
    const failures = [...own];
    if (this.#context.signal.aborted) failures.push("the run was ended before the scenario was done");
    failures.push(...(observer?.failures ?? []).map((line) => `observer: ${line}`));
    return { ...verdict, passed: failures.length === 0, failures, observer };
  }

  async #call(): Promise<Main> {
    const { call = { tool: "ping" }, expect = { outcome: "success" }, timeoutMs } = this.#loaded.scenario;
    const actual = await this.#performer.call("execute", call, timeoutMs);
    const { outcome, durationMs, progressValues } = actual;
    return {
      outcome,
      durationMs: rounded(durationMs),
      failures: judge(expect, actual),
      ...reported(actual),
      progressValues,
    };
  }

  /** The outcome of steps is that of the first which failed, else of the last. */
  async #steps(): Promise<Main> {
    const { steps: wanted = [], timeoutMs } = this.#loaded.scenario;
    const { clock, signal } = this.#context;
    const performer = this.#performer;
    const waits = wanted.some(
      ({ waitFor, parallel }) => waitFor !== undefined || parallel?.some((each) => each.waitFor !== undefined),
    );
    const deaf = waits ? await performer.listen() : undefined;
    const startedAt = clock.now();
    const steps = await runSteps(wanted, { performer, timeoutMs, signal });
    const telling: StepReport | undefined = steps.find(({ passed }) => !passed) ?? steps.at(-1);
    return {
      outcome: telling?.outcome ?? "error",
      durationMs: rounded(clock.now() - startedAt),
      failures: [
        ...(deaf === undefined ? [] : [`listening for notifications: ${deaf}`]),
        ...steps.flatMap(({ name, failures }) => failures.map((line) => `${name}: ${line}`)),
      ],
      failure: telling?.failure,
      result: telling?.result,
      progressValues: telling?.progressValues ?? [],
      steps,
    };
  }

  async #observe(): Promise<ObserverReport | undefined> {
    const { observe, name } = this.#loaded.scenario;
    if (observe === undefined || this.#context.signal.aborted) return undefined;
    const opened = observe.connection === "new" ? await this.#performer.connect("beside") : undefined;
    const isOpen = opened === undefined || opened.outcome === "success";
    const actual = isOpen ? await this.#performer.call("observe", observe.call, observe.timeoutMs) : opened;
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
}

function titleOf({ file, scenario }: LoadedScenario): Pick<ScenarioReport, "name" | "file"> {
  return { name: scenario.name, file };
}

type Circumstances = Pick<ScenarioReport, "transport" | "external" | "protocolVersion" | "target" | "client">;
type Main = Pick<
  ScenarioReport,
  "outcome" | "durationMs" | "failures" | "failure" | "result" | "progressValues" | "steps"
>;
type Verdict = Main & Pick<ScenarioReport, "passed" | "observer" | "error" | "rules" | "inconclusive" | "ledger">;

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
    client: target.client ?? "mcp-failure-lab",
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
