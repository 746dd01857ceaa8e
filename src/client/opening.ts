import { within } from "../base/within.ts";
import { eraOf, isRevision, LATEST_LEGACY_REVISION, MODERN_REVISION, type Revision } from "../protocol/revision.ts";
import type { CallOptions, Connection } from "./connection.ts";
import { identityFrom, type ServerIdentity } from "./identity.ts";
import { failed, invalidMessage, succeeded, type ClientFailure, type ClientOutcome } from "./outcome.ts";
import { described } from "./quoted.ts";

/** SPEC 5: after so much silence `server/discover` counts as refused. */
const DISCOVER_SILENCE_MS = 3_000;
/** Revisions of a server that a message names. */
const MAX_TOLD = 10;

/** Agrees with the server on `revision`; `auto` finds out which era it speaks. A named revision never falls back (SPEC 5). */
export function agree(
  connection: Connection,
  revision: Revision | "auto",
  signal: AbortSignal,
): Promise<ClientOutcome<ServerIdentity>> {
  if (revision === "auto") return agreeByAsking(connection, signal);
  return eraOf(revision) === "modern"
    ? discover(connection, signal, false)
    : initialize(connection, revision, "exactly", signal);
}

/** Modern: asks who answers, which also proves that the server speaks the era. */
async function discover(
  connection: Connection,
  signal: AbortSignal,
  silent: boolean,
): Promise<ClientOutcome<ServerIdentity>> {
  const options: CallOptions = { signal, silent, revision: MODERN_REVISION };
  const outcome = await connection.call("server/discover", {}, options);
  if (!outcome.ok) return failed(named("server/discover", outcome.failure));
  const { supportedVersions } = outcome.value;
  if (!Array.isArray(supportedVersions))
    return failed(
      invalidMessage(`server/discover: "supportedVersions" is ${described(supportedVersions)}, not an array`),
    );
  const versions: readonly unknown[] = supportedVersions;
  if (!versions.includes(MODERN_REVISION)) {
    const found = versions.slice(0, MAX_TOLD).map(described).join(", ");
    return failed(
      refusal(`server/discover: the server supports ${found === "" ? "nothing" : found}, not ${MODERN_REVISION}`),
    );
  }
  connection.revision = MODERN_REVISION;
  return succeeded(identityFrom(outcome.value, "modern", MODERN_REVISION));
}

/** Legacy: the handshake. `exactly` refuses an offer of another revision than the one asked for. */
async function initialize(
  connection: Connection,
  revision: Revision,
  offer: "exactly" | "any",
  signal: AbortSignal,
): Promise<ClientOutcome<ServerIdentity>> {
  connection.revision = revision;
  const { clientInfo, capabilities } = connection.self;
  const params = { protocolVersion: revision, capabilities, clientInfo };
  const outcome = await connection.call("initialize", params, { signal, revision });
  if (!outcome.ok) return failed(named("initialize", outcome.failure));
  const agreed = outcome.value.protocolVersion;
  const flaw = offerFlaw(agreed, revision, offer);
  if (flaw !== undefined) {
    const message = `initialize: ${flaw}`;
    return failed(isRevision(agreed) ? refusal(message) : invalidMessage(message));
  }
  // `offerFlaw` has established that it is a legacy revision.
  connection.revision = agreed as Revision;
  const refused = await connection.notify("notifications/initialized");
  if (refused !== undefined) return failed(named("notifications/initialized", refused));
  connection.transport.listen?.();
  return succeeded(identityFrom(outcome.value, "legacy", connection.revision));
}

function offerFlaw(agreed: unknown, asked: Revision, offer: "exactly" | "any"): string | undefined {
  if (agreed === asked) return undefined;
  if (offer === "exactly") return `asked for ${asked}, and the server offers ${described(agreed)}`;
  return isRevision(agreed) && eraOf(agreed) === "legacy"
    ? undefined
    : `the server offers ${described(agreed)}, which this client cannot speak with it`;
}

async function agreeByAsking(connection: Connection, signal: AbortSignal): Promise<ClientOutcome<ServerIdentity>> {
  const asked = await ask(connection, signal);
  if (asked.ok || signal.aborted || isFinal(asked.failure)) return asked;
  connection.observe("era", `falls back to initialize: ${asked.failure.message}`);
  if (asked.failure.kind === "transport_loss" && connection.transport.kind === "stdio") {
    const refused = await connection.reopen(signal);
    if (refused !== undefined) return failed(refused);
  }
  const opened = await initialize(connection, LATEST_LEGACY_REVISION, "any", signal);
  const wasSilent = asked.failure.kind === "cancelled";
  if (opened.ok || signal.aborted || !wasSilent || opened.failure.kind !== "protocol_error") return opened;
  // A server of the modern era alone that takes more than three seconds to start: now that it is awake, it is asked once more.
  const again = await ask(connection, signal);
  return again.ok ? again : opened;
}

/** Silent: to a server of the legacy era nothing may be said before `initialize`, not even a cancel. */
function ask(connection: Connection, signal: AbortSignal): Promise<ClientOutcome<ServerIdentity>> {
  return within(connection.clock, DISCOVER_SILENCE_MS, signal, (limited) => discover(connection, limited, true));
}

/** SPEC 5: 401, 403 and a redirect say nothing about the era. */
function isFinal({ httpStatus }: ClientFailure): boolean {
  return (
    httpStatus === 401 || httpStatus === 403 || (httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400)
  );
}

/** A good answer to which this client has to say no. */
function refusal(message: string): ClientFailure {
  return { kind: "protocol_error", message };
}

function named(operation: string, failure: ClientFailure): ClientFailure {
  return { ...failure, message: `${operation}: ${failure.message}` };
}
