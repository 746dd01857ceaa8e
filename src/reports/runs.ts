import type { RepeatedRun, ScenarioReport } from "../scenarios/report.ts";
import { printable } from "./printable.ts";

/** A name that is longer is cut in the table; its block has it whole. */
const MAX_NAME_CHARACTERS = 60;

/** What came of the runs of one repeated scenario, in one line: how many passed, and how far their durations lie apart. */
export function runsText(runs: readonly RepeatedRun[]): string {
  const { least, median, most } = spread(runs);
  return `${runs.length}, ${passedOf(runs)} passed${isFlaky(runs) ? " (flaky)" : ""}; min ~${least} ms, median ~${median} ms, max ~${most} ms`;
}

/** The same for several scenarios, a line for each. Undefined where fewer than two were repeated. */
export function runsTable(scenarios: readonly ScenarioReport[]): string[] | undefined {
  const rows = scenarios.flatMap(({ name, runs }) => (runs === undefined ? [] : [rowOf(name, runs)]));
  if (rows.length < 2) return undefined;
  const all = [["Scenario", "Passed", "Min", "Median", "Max", ""], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function rowOf(name: string, runs: readonly RepeatedRun[]): string[] {
  const { least, median, most } = spread(runs);
  const title = printable(name);
  const short = title.length > MAX_NAME_CHARACTERS ? `${title.slice(0, MAX_NAME_CHARACTERS - 1)}…` : title;
  const times = [least, median, most].map((ms) => `~${ms} ms`);
  return [short, `${passedOf(runs)} of ${runs.length}`, ...times, isFlaky(runs) ? "flaky" : ""];
}

function passedOf(runs: readonly RepeatedRun[]): number {
  return runs.filter(({ passed }) => passed).length;
}

/** Passed at one time and not at another. */
function isFlaky(runs: readonly RepeatedRun[]): boolean {
  const passed = passedOf(runs);
  return passed > 0 && passed < runs.length;
}

/** In whole milliseconds; of an even number the median is the mean of the two in the middle. */
function spread(runs: readonly RepeatedRun[]): { least: number; median: number; most: number } {
  const sorted = runs.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  const middle = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
  return { least: Math.round(at(0)), median: Math.round(middle), most: Math.round(at(sorted.length - 1)) };
}
