import type { JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import { asOf, CAPABILITY_SINCE } from "./since.ts";

/** What the server can do for a client of this revision. `notified`: changes reach the client (they do not without a session). */
export function capabilitiesFor(revision: Revision, notified: boolean): JsonObject {
  const list: JsonObject = notified ? { listChanged: true } : {};
  const capabilities = {
    tools: list,
    resources: notified ? { ...list, subscribe: true } : {},
    prompts: list,
    logging: {},
    completions: {},
  };
  return asOf(capabilities, revision, CAPABILITY_SINCE);
}
