import { systemClock } from "../base/clock.ts";
import { errorText, LabError } from "../base/errors.ts";
import { printable } from "../reports/printable.ts";
import { renderError, type ReportFormat } from "../reports/render.ts";
import type { CliIo } from "./io.ts";
import { writeReport } from "./write-report.ts";

/** Where the document that stands for an error goes. */
export interface ErrorPlace {
  readonly format: ReportFormat;
  /** stdout where it is left out. */
  readonly file?: string | undefined;
}

export interface Telling {
  /** Adds the stack trace. */
  readonly debug: boolean;
  readonly places: readonly ErrorPlace[];
}

/**
 * Tells why a command could not begin: one explanation on stderr, without a stack trace unless it is wanted, and nothing on
 * stdout, unless a report for programs is: then a document that holds the same, alone (SPEC 14.1, 14.10).
 */
export async function tellError(thrown: unknown, { debug, places }: Telling, io: CliIo): Promise<void> {
  const error = asLabError(thrown);
  let text = explanation(error, debug);
  for (const { format, file } of places) {
    const document = await renderError(format, error, systemClock.date().toISOString());
    if (document === "") continue;
    if (file === undefined) text += await io.send("stdout", document).then(() => "", besides);
    else text += notWritten(file, document, io.cwd);
  }
  await io.send("stderr", text);
}

/** Writes a document to its file; a line about it where that cannot be. */
function notWritten(file: string, document: string, cwd: string): string {
  try {
    writeReport(file, document, cwd);
    return "";
  } catch (error) {
    return besides(error);
  }
}

/** One more thing that went wrong. */
function besides(error: unknown): string {
  return `mcp-failure-lab: ${printable(errorText(error))}\n`;
}

/** How errors of a line are told that could not be understood: `--report json` counts wherever it stands. */
export function tellingOf(args: readonly string[]): Telling {
  return { debug: args.includes("--debug"), places: placesOf(args) };
}

/** The reports that a line wants on stdout, also where the line is otherwise not understood. */
function placesOf(args: readonly string[]): ErrorPlace[] {
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  for (const [index, word] of options.entries()) {
    const format = word === "--report" ? options[index + 1] : /^--report=(.*)$/s.exec(word)?.[1];
    if (format === "json" || format === "junit" || format === "github") return [{ format }];
  }
  return [];
}

function explanation(error: LabError, withStack: boolean): string {
  const lines = [`mcp-failure-lab: ${error.message}`];
  if (error.hint !== undefined) lines.push(`hint: ${error.hint}`);
  const text = lines
    .flatMap((line) => line.split("\n"))
    .map(printable)
    .join("\n");
  return withStack ? `${text}\n${stackOf(error)}\n` : `${text}\n`;
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}

function asLabError(thrown: unknown): LabError {
  if (thrown instanceof LabError) return thrown;
  const hint = "This is a defect of mcp-failure-lab. Run it again with --debug, and report what it prints";
  return new LabError("internal", `internal error: ${errorText(thrown)}`, { hint, cause: thrown });
}
