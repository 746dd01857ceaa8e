import { readDocument } from "../base/document.ts";
import { LabError } from "../base/errors.ts";
import { changedNumbers } from "../base/changed-numbers.ts";
import { checkInput } from "../base/schema-problems.ts";
import { findScenarios, type FoundFile } from "./find.ts";
import type { InjectPlace } from "./inject.ts";
import type { LoadedScenario } from "./run-scenario.ts";
import { scenarioSchema } from "./schema.ts";

export interface LoadedScenarios {
  readonly scenarios: readonly LoadedScenario[];
  /** Exactly one path was given, and it is a file: its report is one object (SPEC 14.10). */
  readonly isSingleFile: boolean;
  /** Scenarios that cannot run there, a line for each that says why. */
  readonly leftOut: readonly string[];
}

/**
 * Finds and reads every scenario before the first runs. Throws one `scenario_load_failed` that names each file, folder and pattern
 * that yields none, with everything that is wrong in it, and where all that was found is left out. `place` is where they will run: what can go wrong there depends on it.
 */
export async function loadScenarios(
  given: readonly string[],
  cwd: string,
  place: InjectPlace,
): Promise<LoadedScenarios> {
  const { files, isSingleFile, problems: notFound } = await findScenarios(given, cwd);
  const scenarios: LoadedScenario[] = [];
  const problems = [...notFound];
  const leftOut: string[] = [];
  for (const file of files) {
    const loaded = await loadScenario(file, place);
    if ("scenario" in loaded) scenarios.push(loaded);
    else (loaded.elsewhere === true ? leftOut : problems).push(...loaded.problems);
  }
  if (problems.length > 0) throw loadFailure(problems);
  if (scenarios.length === 0) throw loadFailure(leftOut);
  return { scenarios, isSingleFile, leftOut };
}

async function loadScenario({ path, name }: FoundFile, place: InjectPlace): Promise<ReadScenario> {
  const { value, problems } = await readDocument(path);
  if (problems !== undefined) return { problems: problems.map((problem) => `${name}: ${problem}`) };
  return readScenario(value, name, place);
}

/**
 * A scenario, or all that is wrong with it, a line for each thing that begins with its name; `elsewhere`: nothing is, but it cannot run
 * in this place.
 */
export type ReadScenario = LoadedScenario | { readonly problems: readonly string[]; readonly elsewhere?: boolean };

/** Reads what stands in a scenario file. `name` is what reports call the file. */
export async function readScenario(value: unknown, name: string, place: InjectPlace): Promise<ReadScenario> {
  const checked = checkInput(scenarioSchema, value);
  const named = (problems: readonly string[]) => ({ problems: problems.map((problem) => `${name}: ${problem}`) });
  if (checked.problems !== undefined) return named(checked.problems);
  const changed = changedNumbers(value, "args");
  if (changed.length > 0) return named(changed);
  const { inject, protocolVersion, ledger, needs } = checked.value;
  if (needs === "target" && !place.external)
    return { ...named(["$.needs: it is for somebody else's server, which --target names"]), elsewhere: true };
  if (ledger !== undefined && place.external)
    return named(["$.ledger: only the lab's own server keeps a ledger that can be asked: leave --target out"]);
  if (inject === undefined) return { file: name, scenario: checked.value };
  // Whoever injects nothing does not pay for the catalogue.
  const { readRules } = await import("./inject.ts");
  const { rules, problems } = readRules(inject, protocolVersion, place);
  return problems === undefined ? { file: name, scenario: checked.value, rules } : named(problems);
}

/** What is thrown where scenarios cannot be loaded. */
export function loadFailure(problems: readonly string[]): LabError {
  const [first] = problems;
  if (problems.length === 1 && first !== undefined) return new LabError("scenario_load_failed", first);
  const lines = problems.map((problem) => `\n  ${problem}`).join("");
  return new LabError("scenario_load_failed", `${problems.length} problems in what should be run:${lines}`);
}
