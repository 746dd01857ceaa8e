import { drawSeed } from "../../base/seed.ts";
import { chooseClock } from "../choose-clock.ts";
import { chooseTarget } from "../choose-target.ts";
import type { CommandLine } from "../define-command.ts";
import { exitCodeOf } from "../exit-code.ts";
import type { CliEnd, CliIo } from "../io.ts";
import type { Done } from "../load-and-run.ts";
import type { RUN } from "../options.ts";
import { errorPlaces, placesBesides, readReportPlan, type ReportPlan } from "../report-plan.ts";
import { catchStopSignals } from "../stop-signals.ts";
import { tellError, type ErrorPlace } from "../tell-error.ts";

type RunLine = CommandLine<typeof RUN.options>;

/** Loads everything, runs the scenarios, and reports what came of them. */
export async function runCommand(line: RunLine, debug: boolean, io: CliIo): Promise<CliEnd> {
  const plan = readReportPlan(line.values, io.cwd);
  let done: Done;
  try {
    done = await run(line, plan, io);
  } catch (error) {
    const places = await errorPlacesOf(line, plan, io.cwd);
    await tellError(error, { debug, places }, io);
    return { code: 1 };
  }
  try {
    const { deliver } = await import("../deliver.ts");
    await deliver(done.report, plan, done.single, io);
    done.closeRecording();
    return { code: exitCodeOf(done.report) };
  } catch (error) {
    // The report has been given already: nothing more may follow it.
    await tellError(error, { debug, places: [] }, io);
    return { code: 1 };
  }
}

/** Where the error document of a run goes: nowhere over what the line names, or would have named. */
async function errorPlacesOf({ operands, values }: RunLine, plan: ReportPlan, cwd: string): Promise<ErrorPlace[]> {
  const places = errorPlaces(plan);
  if (places.every(({ file }) => file === undefined)) return places;
  const { findScenarios } = await import("../../scenarios/find.ts");
  const { files } = await findScenarios(operands, cwd);
  const inputs = [
    ...operands,
    ...files.map(({ path }) => path),
    ...(values.target === undefined ? [] : [values.target]),
  ];
  return placesBesides(places, inputs, cwd);
}

async function run(line: RunLine, plan: ReportPlan, io: CliIo): Promise<Done> {
  const { values } = line;
  const signal = catchStopSignals();
  const seed = values.seed ?? drawSeed();
  const clock = await chooseClock(values);
  const chosen = await chooseTarget({ ...values, seed }, { env: io.env, cwd: io.cwd, clock });
  // Everything else is loaded while a server that runs in a process of its own already starts.
  const { loadAndRun } = await import("../load-and-run.ts");
  return loadAndRun(line, { ...chosen, plan, seed, clock, signal }, io);
}
