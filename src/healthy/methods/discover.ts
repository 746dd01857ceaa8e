import { MODERN_REVISION } from "../../protocol/revision.ts";
import { capabilitiesFor } from "../capabilities.ts";
import type { Method } from "../method.ts";

/** The revisions that an envelope may name; the legacy ones are settled by `initialize` and do not stand among them. */
export const ENVELOPE_REVISIONS = [MODERN_REVISION];

export const discover: Method = {
  cacheable: true,
  run: ({ core }) => ({
    supportedVersions: ENVELOPE_REVISIONS,
    capabilities: capabilitiesFor(MODERN_REVISION, true),
    instructions: core.instructions,
  }),
};
