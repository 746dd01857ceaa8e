import type { SingleStep } from "./step-schema.ts";

/** What a step does, in two or three words. */
export function describeStep(step: SingleStep): string {
  const { call, list, read, prompt, request, waitFor, cancel } = step;
  if (call !== undefined) return `call ${call.tool}`;
  if (list !== undefined) return `list ${list}`;
  if (read !== undefined) return `read ${read}`;
  if (prompt !== undefined) return `prompt ${prompt.name}`;
  if (request !== undefined) return `request ${request.method}`;
  if (waitFor !== undefined) return `wait for ${waitFor.method}`;
  return cancel === undefined ? "reconnect" : `cancel ${cancel.call.tool}`;
}
