import { MAX_IDENTITY_CHARACTERS } from "../base/limits.ts";
import { META_KEYS } from "../protocol/envelope.ts";
import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import type { Era, Revision } from "../protocol/revision.ts";

/** Who answers, and what was agreed with it. */
export interface ServerIdentity {
  /** `""` where the server did not say; at most 200 characters, as of the version. */
  readonly name: string;
  readonly version?: string | undefined;
  readonly era: Era;
  /** The revision in force. */
  readonly protocolVersion: Revision;
  readonly capabilities: JsonObject;
  readonly instructions?: string | undefined;
}

/** Identity as `initialize` (legacy) or `server/discover` (modern) tells it. What is missing is left out: it is for checks to judge. */
export function identityFrom(result: JsonObject, era: Era, protocolVersion: Revision): ServerIdentity {
  const info = era === "legacy" ? result.serverInfo : objectAt(result, "_meta")?.[META_KEYS.serverInfo];
  const { name, version } = isObject(info) ? info : {};
  return {
    name: typeof name === "string" ? shortened(name) : "",
    version: typeof version === "string" ? shortened(version) : undefined,
    era,
    protocolVersion,
    capabilities: objectAt(result, "capabilities") ?? {},
    instructions: typeof result.instructions === "string" ? result.instructions : undefined,
  };
}

/** A name goes into every report. */
function shortened(text: string): string {
  return text.length > MAX_IDENTITY_CHARACTERS ? `${text.slice(0, MAX_IDENTITY_CHARACTERS)}…` : text;
}
