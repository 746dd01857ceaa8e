import { systemClock } from "../../base/clock.ts";
import { LabError } from "../../base/errors.ts";
import { randomIds } from "../../base/ids.ts";
import { drawSeed } from "../../base/seed.ts";
import { loadScenarios } from "../../scenarios/load.ts";
import { runScenarios } from "../../scenarios/orchestrate.ts";
import type { RunReport } from "../../scenarios/report.ts";
import type { LoadedScenario, ScenarioTarget } from "../../scenarios/run-scenario.ts";
import { chooseTarget } from "../choose-target.ts";
import type { CommandLine } from "../define-command.ts";
import { deliver, errorPlaces } from "../deliver.ts";
import { exitCodeOf } from "../exit-code.ts";
import { isLively, type CliEnd, type CliIo } from "../io.ts";
import type { RUN } from "../options.ts";
import { createProgress } from "../progress.ts";
import { checkNotOverwritten, readReportPlan } from "../report-plan.ts";
import { catchStopSignals } from "../stop-signals.ts";
import { tellError } from "../tell-error.ts";

type RunLine = CommandLine<typeof RUN.options>;

/** Loads everything, runs the scenarios, and reports what came of them. */
export async function runCommand(line: RunLine, debug: boolean, io: CliIo): Promise<CliEnd> {
  const { values, operands } = line;
  const plan = readReportPlan(values.report, values.output, io.cwd);
  try {
    const stop = catchStopSignals();
    const seed = drawSeed();
    const target = await chooseTarget({ target: values.target, transport: values.transport, seed });
    const { scenarios, isSingleFile } = await loadScenarios(operands, io.cwd);
    const inputs = [...scenarios.map(({ file }) => file), ...(values.target === undefined ? [] : [values.target])];
    checkNotOverwritten(plan, inputs, io.cwd);
    const report = await runAll(grep(scenarios, values.grep), target, { signal: stop, seed }, line, io);
    await deliver(report, plan, isSingleFile && values.repeat === undefined, io);
    return { code: exitCodeOf(report) };
  } catch (error) {
    await tellError(error, { debug, places: errorPlaces(plan, io.cwd) }, io);
    return { code: 1 };
  }
}

async function runAll(
  scenarios: readonly LoadedScenario[],
  target: ScenarioTarget,
  { signal, seed }: { readonly signal: AbortSignal; readonly seed: number },
  { values }: RunLine,
  io: CliIo,
): Promise<RunReport> {
  const { stderr, env, cwd } = io;
  const progress = isLively(stderr, env)
    ? createProgress(
        systemClock,
        (text) => void stderr.write(text),
        () => stderr.columns,
      )
    : undefined;
  try {
    return await runScenarios(scenarios, {
      target,
      clock: systemClock,
      ids: randomIds,
      env,
      cwd,
      signal,
      seed,
      repeat: values.repeat,
      failFast: values["fail-fast"],
      jobs: values.jobs,
      onEvent: progress?.onEvent,
    });
  } finally {
    progress?.end();
  }
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
