import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { errorText, LabError } from "../base/errors.ts";

/**
 * Writes a report to its file. Throws a `LabError` that names it. Synchronously: to load the other way of writing costs a tenth of a
 * start.
 */
export function writeReport(file: string, text: string, cwd: string): void {
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (error) {
    const message = `the report cannot be written to ${file}: ${errorText(error)}`;
    throw new LabError("scenario_execution_failed", message, { cause: error });
  }
}
