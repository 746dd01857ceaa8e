import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorText, LabError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { REPORT_FORMATS, type ReportFormat } from "../reports/render.ts";

/** Where the reports of a run go. */
export interface ReportPlan {
  /** The one report that stands on stdout, or in `file` (`--output`). */
  readonly main: { readonly format: ReportFormat; readonly file: string | undefined };
  /** Those with a file of their own (`--report FORMAT=FILE`). */
  readonly more: readonly { readonly format: ReportFormat; readonly file: string }[];
}

/**
 * Reads `--report` and `--output`. Throws `invalid_arguments` where a format is unknown, two reports would stand at one place, or a
 * file cannot be written: better before a long run than after it. `inputs` are the files that a report must not overwrite.
 */
export function readReportPlan(reports: readonly string[], output: string | undefined, cwd: string): ReportPlan {
  const plain: ReportFormat[] = [];
  const more: { format: ReportFormat; file: string }[] = [];
  for (const report of reports) {
    const equals = report.indexOf("=");
    const format = readFormat(equals < 0 ? report : report.slice(0, equals));
    if (equals < 0) plain.push(format);
    else if (equals === report.length - 1) throw invalid(`--report ${report}: a file is missing after "="`);
    else more.push({ format, file: report.slice(equals + 1) });
  }
  const [format = "console", second] = plain;
  if (second !== undefined)
    throw invalid("--report is given twice without a file", `Name a file for one of them: --report ${second}=FILE`);
  const files = [...(output === undefined ? [] : [output]), ...more.map(({ file }) => file)];
  files.forEach((file, index) => {
    if (files.findIndex((other) => resolve(cwd, other) === resolve(cwd, file)) < index)
      throw invalid(`two reports cannot be written to one file: ${file}`);
    checkWritable(file, cwd);
  });
  return { main: { format, file: output }, more };
}

/** Throws `invalid_arguments` where a report would overwrite what is read. */
export function checkNotOverwritten(plan: ReportPlan, inputs: readonly string[], cwd: string): void {
  for (const { file } of [plan.main, ...plan.more]) {
    const read = inputs.find((input) => file !== undefined && resolve(cwd, input) === resolve(cwd, file));
    if (read !== undefined) throw invalid(`a report would overwrite ${read}, which is read`);
  }
}

function readFormat(text: string): ReportFormat {
  const format = REPORT_FORMATS.find((each) => each === text);
  if (format !== undefined) return format;
  const meant = nearest(text, REPORT_FORMATS);
  throw invalid(
    `--report: found ${JSON.stringify(text)}, allowed is console, json or junit`,
    meant === undefined ? undefined : `Did you mean ${meant}?`,
  );
}

function checkWritable(file: string, cwd: string): void {
  const path = resolve(cwd, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw invalid(`the report cannot be written to ${file}: it is a folder`);
  try {
    if (found === undefined && !statSync(dirname(path)).isDirectory()) throw new Error(`${dirname(path)} is no folder`);
    accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw invalid(`the report cannot be written to ${file}: ${errorText(error)}`);
  }
}

function invalid(message: string, hint?: string): LabError {
  return new LabError("invalid_arguments", message, hint === undefined ? {} : { hint });
}
