import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorText, LabError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { REPORT_FORMATS, type ReportFormat } from "../reports/render.ts";
import type { ErrorPlace } from "./tell-error.ts";

/** Where what a run has to tell goes. */
export interface ReportPlan {
  /** The one report that stands on stdout, or in `file` (`--output`). */
  readonly main: { readonly format: ReportFormat; readonly file: string | undefined };
  /** Those with a file of their own (`--report FORMAT=FILE`). */
  readonly more: readonly { readonly format: ReportFormat; readonly file: string }[];
  /** The file of the recording. */
  readonly record: string | undefined;
}

export interface ReportWishes {
  readonly report: readonly string[];
  readonly output: string | undefined;
  readonly record: string | undefined;
}

/**
 * Reads `--report`, `--output` and `--record`. Throws `invalid_arguments` where a format is unknown, two things would be written to
 * one place, or a file cannot be written: better before a long run than after it.
 */
export function readReportPlan({ report, output, record }: ReportWishes, cwd: string): ReportPlan {
  const plain: ReportFormat[] = [];
  const more: { format: ReportFormat; file: string }[] = [];
  for (const each of report) {
    const equals = each.indexOf("=");
    const format = readFormat(equals < 0 ? each : each.slice(0, equals));
    if (equals < 0) plain.push(format);
    else if (equals === each.length - 1) throw invalid(`--report ${each}: a file is missing after "="`);
    else more.push({ format, file: each.slice(equals + 1) });
  }
  const [format = "console", second] = plain;
  if (second !== undefined)
    throw invalid("--report is given twice without a file", `Name a file for one of them: --report ${second}=FILE`);
  const plan = { main: { format, file: output }, more, record };
  const files = filesOf(plan);
  files.forEach((file, index) => {
    if (files.findIndex((other) => resolve(cwd, other) === resolve(cwd, file)) < index)
      throw invalid(`two things cannot be written to one file: ${file}`);
    checkWritable(file, cwd);
  });
  return plan;
}

/** Where the document goes that stands for an error once the reports of a line are understood. */
export function errorPlaces({ main, more }: ReportPlan): ErrorPlace[] {
  return [main, ...more];
}

/** Throws `invalid_arguments` where something would be written over what is read. */
export function checkNotOverwritten(plan: ReportPlan, inputs: readonly string[], cwd: string): void {
  for (const file of filesOf(plan)) {
    const read = inputs.find((input) => isSameFile(resolve(cwd, input), resolve(cwd, file)));
    if (read !== undefined) throw invalid(`${read} is read, and would be overwritten`);
  }
}

/** Those of the places that are no input: whatever goes wrong, a file that is read is not written to. */
export function placesBesides(places: readonly ErrorPlace[], inputs: readonly string[], cwd: string): ErrorPlace[] {
  return places.filter(
    ({ file }) => file === undefined || !inputs.some((input) => isSameFile(resolve(cwd, input), resolve(cwd, file))),
  );
}

/** Also where a link leads to it. */
function isSameFile(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function filesOf({ main, more, record }: ReportPlan): string[] {
  return [main.file, ...more.map(({ file }) => file), record].filter((file) => file !== undefined);
}

function readFormat(text: string): ReportFormat {
  const format = REPORT_FORMATS.find((each) => each === text);
  if (format !== undefined) return format;
  const meant = nearest(text, REPORT_FORMATS);
  throw invalid(
    `--report: found ${JSON.stringify(text)}, allowed is console, json, junit or github`,
    meant === undefined ? undefined : `Did you mean ${meant}?`,
  );
}

function checkWritable(file: string, cwd: string): void {
  const path = resolve(cwd, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw invalid(`${file} cannot be written: it is a folder`);
  try {
    if (found === undefined && !statSync(dirname(path)).isDirectory()) throw new Error(`${dirname(path)} is no folder`);
    accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw invalid(`${file} cannot be written: ${errorText(error)}`);
  }
}

function invalid(message: string, hint?: string): LabError {
  return new LabError("invalid_arguments", message, hint === undefined ? {} : { hint });
}
