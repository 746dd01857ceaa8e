import { systemClock, type Clock } from "../base/clock.ts";
import { LabError } from "../base/errors.ts";
import { createSequentialIds, randomIds } from "../base/ids.ts";
import { drawSeed } from "../base/seed.ts";
import { printable } from "../reports/printable.ts";
import { loadScenarios } from "../scenarios/load.ts";
import { runScenarios } from "../scenarios/orchestrate.ts";
import type { RunReport } from "../scenarios/report.ts";
import type { LoadedScenario, ScenarioContext } from "../scenarios/scenario-context.ts";
import { chooseJudging } from "./choose-judging.ts";
import type { ChosenTarget } from "./choose-target.ts";
import type { CommandLine } from "./define-command.ts";
import { loadReports } from "./deliver.ts";
import { isLively, type CliIo } from "./io.ts";
import type { RUN } from "./options.ts";
import { createProgress, type Progress } from "./progress.ts";
import { repeatLine } from "./repeat-line.ts";
import { checkNotOverwritten, type ReportPlan } from "./report-plan.ts";
import type { RecordingAbout } from "./run-recording.ts";

type RunLine = CommandLine<typeof RUN.options>;

/** What came of a run. */
export interface Done {
  readonly report: RunReport;
  /** The report is one object. */
  readonly single: boolean;
  /** Throws where not all could be recorded. */
  readonly closeRecording: () => void;
}

/** What has been settled before the scenarios are read. */
export interface Run extends ChosenTarget {
  readonly plan: ReportPlan;
  readonly seed: number;
  readonly clock: Clock;
  /** Aborts when a signal ends the run. */
  readonly signal: AbortSignal;
}

/** Reads the scenarios that a line names, and runs them. */
export async function loadAndRun({ operands, values }: RunLine, run: Run, io: CliIo): Promise<Done> {
  const { env, cwd } = io;
  const { plan, seed, clock, signal, target, secrets, warnings } = run;
  const loaded = await loadScenarios(operands, cwd, target);
  const inputs = loaded.scenarios.map(({ file }) => file);
  checkNotOverwritten(plan, values.target === undefined ? inputs : [...inputs, values.target], cwd);
  const scenarios = grep(loaded.scenarios, values.grep);
  const judging = chooseJudging({ failOn: values["fail-on"], plan, target, secrets });
  const reused = await reuseOf(values, { target, scenarios, clock, seed, judging });
  const recording = await openRecording(plan, { clock, seed, transport: target.transport, secrets }, cwd);
  const asides = [...loaded.leftOut.map((line) => `left out: ${line}`), ...warnings.map((line) => `warning: ${line}`)];
  await io.send("stderr", asides.map((line) => `mcp-failure-lab: ${printable(line)}\n`).join(""));
  const progress = openProgress(io);
  const correlationIds = createSequentialIds(drawSeed().toString(36));
  const running = runScenarios(scenarios, {
    target: reused?.target ?? target,
    clock,
    clockName: values.clock === "fast" ? "fast" : undefined,
    ids: randomIds,
    correlationIds,
    env,
    cwd,
    signal,
    seed,
    openListener: recording?.openListener,
    // What all scenarios share is judged as a whole.
    judging: reused === undefined ? judging : undefined,
    repeat: values.repeat,
    failFast: values["fail-fast"],
    jobs: values.jobs,
    repeatWith: (file) => repeatLine(file, values, seed),
    onEvent: progress?.onEvent,
  });
  loadReports(plan);
  const ran = await running;
  const report = reused === undefined ? ran : await reused.end(ran, { clock, correlationIds });
  progress?.end();
  const single = loaded.isSingleFile && values.repeat === undefined;
  return { report, single, closeRecording: () => recording?.close() };
}

/** Loaded only where it is asked for. */
async function reuseOf(values: RunLine["values"], { scenarios, ...context }: Reusing) {
  if (!values["reuse-session"]) return undefined;
  if (values.target === undefined)
    throw new LabError("invalid_arguments", "--reuse-session means nothing without --target", {
      hint: "Add --target FILE, or leave it out: each scenario gets a server of its own",
    });
  if (values.jobs > 1)
    throw new LabError("invalid_arguments", "--reuse-session and --jobs do not go together", {
      hint: "One session takes the scenarios in their order: leave --jobs out",
    });
  const { reuseSession } = await import("../scenarios/reuse-session.ts");
  return reuseSession(context.target, scenarios, await judgeOf(context));
}

interface Reusing extends Pick<ScenarioContext, "target" | "clock" | "seed" | "judging"> {
  readonly scenarios: readonly LoadedScenario[];
}

/** Judges the whole session. */
async function judgeOf({ judging, target, clock, seed }: Omit<Reusing, "scenarios">) {
  if (judging === undefined) return undefined;
  const { openScenarioJudge } = await import("../scenarios/scenario-judge.ts");
  const { failOn, secrets } = judging;
  return { failOn, judge: openScenarioJudge({ clock, seed, transport: target.transport, secrets }) };
}

/** Loaded only where it is asked for. */
async function openRecording({ record }: ReportPlan, about: RecordingAbout, cwd: string) {
  if (record === undefined) return undefined;
  const { openRunRecording } = await import("./run-recording.ts");
  return openRunRecording(record, cwd, about);
}

function openProgress(io: CliIo): Progress | undefined {
  if (!isLively(io.isTerminal("stderr"), io.env)) return undefined;
  const { stderr } = io;
  const write = (text: string): void => void stderr.write(text);
  return createProgress(systemClock, write, () => stderr.columns);
}

function grep(scenarios: readonly LoadedScenario[], text: string | undefined): readonly LoadedScenario[] {
  if (text === undefined) return scenarios;
  const matching = scenarios.filter(({ scenario }) => scenario.name.includes(text));
  if (matching.length > 0) return matching;
  const names = scenarios
    .slice(0, 10)
    .map(({ scenario }) => JSON.stringify(scenario.name))
    .join(", ");
  throw new LabError("invalid_arguments", `--grep: no scenario's name contains ${JSON.stringify(text)}`, {
    hint: `The names are ${names}${scenarios.length > 10 ? ", …" : ""}; upper and lower case are told apart`,
  });
}
