import type { LabError } from "../base/errors.ts";

/** A command that could not begin, for programs: the whole of what they find on stdout (SPEC 14.10). */
export function renderJsonError({ code, message }: LabError): string {
  return `${JSON.stringify({ passed: false, error: { code, message } }, null, 2)}\n`;
}
