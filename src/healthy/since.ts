import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";

/** The first revision that knows a member; members that do not stand here are as old as the protocol. */
export type Since = Readonly<Record<string, Revision>>;

export const TOOL_SINCE: Since = {
  annotations: "2025-03-26",
  title: "2025-06-18",
  outputSchema: "2025-06-18",
  _meta: "2025-06-18",
  icons: "2025-11-25",
};
/** Resources, templates, prompts and their arguments, and who the server is. */
export const ENTRY_SINCE: Since = { title: "2025-06-18", _meta: "2025-06-18", icons: "2025-11-25" };
export const CAPABILITY_SINCE: Since = { completions: "2025-03-26" };

/** `value` without the members that `revision` does not know. */
export function asOf<T extends JsonObject>(value: T, revision: Revision, since: Since): JsonObject {
  const young = Object.keys(value).some((member) => isYoung(member, revision, since));
  if (!young) return value;
  return Object.fromEntries(Object.entries(value).filter(([member]) => !isYoung(member, revision, since)));
}

/** Revisions are dates, so the later one is the greater text. */
function isYoung(member: string, revision: Revision, since: Since): boolean {
  const first = since[member];
  return first !== undefined && revision < first;
}
