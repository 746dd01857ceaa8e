import { isAbsolute, relative, resolve } from "node:path";
import type { FailOn } from "../checks/finding.ts";
import { systemClock } from "../base/clock.ts";
import { LabError } from "../base/errors.ts";
import { createSequentialIds, randomIds } from "../base/ids.ts";
import { isRecord } from "../base/is-record.ts";
import { MAX_SEED } from "../base/limits.ts";
import { loadTarget } from "../targets/load-target.ts";
import { parseTarget } from "../targets/target.ts";
import { loadFailure, readScenario } from "./load.ts";
import { readDocument } from "../base/document.ts";
import type { ScenarioReport } from "./report.ts";
import { runScenario as runLoaded, type ScenarioTarget } from "./run-scenario.ts";
import { externalTarget, ownTarget } from "./scenario-target.ts";

/** How a scenario is run. */
export interface RunScenarioOptions {
  /** How the lab's own server is reached: in this process (the default), or over a real socket. Does not go with `target`. */
  readonly transport?: "in-process" | "http" | undefined;
  /** Somebody else's server: a target file's path, or what stands in one. */
  readonly target?: string | object | undefined;
  /** What chance is drawn from, 0 to 4294967295; 0 unless said otherwise. */
  readonly seed?: number | undefined;
  /** Gives the scenario up; the report then says so. */
  readonly signal?: AbortSignal | undefined;
  /** More rules, as further entries of the scenario's `inject`: texts such as `"tools/call#2 hang"`, or objects. */
  readonly rules?: readonly (string | object)[] | undefined;
  /** From what level on a violation of the specification fails the scenario; `never` unless said otherwise. The report has all findings. */
  readonly failOn?: FailOn | undefined;
}

/** What reports call a scenario that came from no file. */
const NO_FILE = "scenario";

/**
 * Runs one scenario, as `mcp-failure-lab run` does: an object in the scenario format, or the path of a JSON or YAML file (relative to the
 * working directory). Resolves with the report, whatever the server did. Rejects with a `LabError` where nothing could be run:
 * `scenario_load_failed` and `target_load_failed` name everything that is wrong in what was given, `invalid_arguments` an option.
 */
export async function runScenario(
  scenario: string | object,
  options: RunScenarioOptions = {},
): Promise<ScenarioReport> {
  const { signal = new AbortController().signal, seed = 0, rules = [], failOn = "never" } = options;
  const { env } = process;
  const cwd = process.cwd();
  if (!Number.isInteger(seed) || seed < 0 || seed > MAX_SEED)
    throw new LabError("invalid_arguments", `seed: found ${seed}, allowed is an integer from 0 to ${MAX_SEED}`);
  const { target, secrets } = await targetFor(options, seed, cwd);
  const { name, value } = await documentOf(scenario, cwd);
  const loaded = await readScenario(withRules(value, rules), name, target);
  if ("problems" in loaded) throw loadFailure(loaded.problems);
  return runLoaded(loaded, {
    target,
    clock: systemClock,
    ids: randomIds,
    correlationIds: createSequentialIds("run"),
    zero: systemClock.now(),
    env,
    cwd,
    signal,
    seed,
    judging: { failOn, secrets },
  });
}

async function targetFor(
  { target, transport }: RunScenarioOptions,
  seed: number,
  cwd: string,
): Promise<{ target: ScenarioTarget; secrets: readonly string[] }> {
  if (target === undefined) return { target: await ownTarget(transport ?? "in-process", seed), secrets: [] };
  if (transport !== undefined)
    throw new LabError("invalid_arguments", "transport and target do not go together", {
      hint: "The target says how its server is reached",
    });
  const loaded = typeof target === "string" ? await loadTarget(target, cwd) : parseTarget(target, "target");
  // Throws where a variable is missing, before anything is started.
  const { secrets } = loaded.prepare(process.env);
  return { target: externalTarget(loaded), secrets };
}

async function documentOf(scenario: string | object, cwd: string): Promise<{ name: string; value: unknown }> {
  if (typeof scenario !== "string") return { name: NO_FILE, value: scenario };
  const path = resolve(cwd, scenario);
  const below = relative(cwd, path);
  const name = below.startsWith("..") || isAbsolute(below) ? path : below;
  const { value, problems } = await readDocument(path);
  if (problems !== undefined) throw loadFailure(problems.map((problem) => `${name}: ${problem}`));
  return { name, value };
}

function withRules(scenario: unknown, rules: readonly unknown[]): unknown {
  if (rules.length === 0 || !isRecord(scenario)) return scenario;
  const { inject = [] } = scenario;
  return { ...scenario, inject: Array.isArray(inject) ? [...(inject as unknown[]), ...rules] : inject };
}
