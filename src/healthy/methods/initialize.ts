import { describeValue } from "../../base/schema-describe.ts";
import { ERROR_CODES } from "../../protocol/json-rpc.ts";
import { objectAt } from "../../protocol/json.ts";
import { isRevision, LATEST_LEGACY_REVISION, MODERN_REVISION, type Revision } from "../../protocol/revision.ts";
import { capabilitiesFor } from "../capabilities.ts";
import type { Method } from "../method.ts";
import { invalidParams, Refusal } from "../refusal.ts";
import { asOf, ENTRY_SINCE } from "../since.ts";

/**
 * Opens a legacy connection. A second `initialize` is answered anew on stdio and refused in a session, which is bound to what its
 * first one settled: so does the official SDK.
 */
export const initialize: Method = {
  run({ core, params, peer }) {
    const { protocolVersion } = params;
    if (typeof protocolVersion !== "string")
      return invalidParams(`params.protocolVersion must be a text; found ${describeValue(protocolVersion)}`);
    if (peer.kind === "session" && peer.revision !== undefined)
      return new Refusal(ERROR_CODES.invalidRequest, "The session is already initialized", { status: 400 });
    const revision = counterOffer(protocolVersion);
    // Unrelated clients share the stateless peer: nothing is remembered of any.
    if (peer.kind !== "stateless") {
      const clientName = objectAt(params, "clientInfo")?.name;
      peer.revision = revision;
      peer.clientName = typeof clientName === "string" ? clientName : undefined;
      peer.clientCapabilities = objectAt(params, "capabilities") ?? {};
      peer.initialized = false;
    }
    return {
      protocolVersion: revision,
      capabilities: capabilitiesFor(revision, peer.kind !== "stateless"),
      serverInfo: asOf(core.info, revision, ENTRY_SINCE),
      instructions: core.instructions,
    };
  },
};

/** A legacy revision that the server knows is agreed to; anything else is answered with the newest legacy one. */
function counterOffer(offered: string): Revision {
  return isRevision(offered) && offered !== MODERN_REVISION ? offered : LATEST_LEGACY_REVISION;
}
