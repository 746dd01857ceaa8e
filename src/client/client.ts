import type { JsonObject } from "../protocol/json.ts";
import { MODERN_REVISION, type Revision } from "../protocol/revision.ts";
import type { CallHooks } from "./calls.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { repeatWithHeaders } from "./header-mismatch.ts";
import type { ServerIdentity } from "./identity.ts";
import type { Observations } from "./observations.ts";
import { agree } from "./opening.ts";
import { failed, type ClientFailure, type ClientOutcome } from "./outcome.ts";

export interface ClientOptions extends Omit<ConnectionOptions, "capabilities"> {
  /** `auto` finds out which era the server speaks; a named revision never falls back (SPEC 5). */
  readonly revision: Revision | "auto";
  /** What the client declares it can do for the server. Nothing by default, so that a correct server asks nothing. */
  readonly capabilities?: JsonObject | undefined;
}

export interface RequestOptions extends CallHooks {
  /** Gives the call up, and tells the server as the era wants it. The time limit is the caller's. */
  readonly signal: AbortSignal;
}

/**
 * The lab's own MCP client, for both eras and both transports. Whatever the peer does wrong is data: nothing here throws, hangs
 * longer than its signal, or is repaired in silence. It opens no new session by itself and repeats no call that may have been executed.
 */
export interface Client {
  /** Connects and agrees on a revision. Called once. */
  connect(signal: AbortSignal): Promise<ClientOutcome<ServerIdentity>>;
  /**
   * One request and its answer. A result is given back as it came: `isError` and, in the modern era, `resultType`
   * (`input_required` included) are the caller's to judge.
   */
  request(method: string, params: JsonObject, options: RequestOptions): Promise<ClientOutcome>;
  /** Sends a notification. Data where the transport knows that the server refused it. */
  notify(method: string, params?: JsonObject): Promise<ClientFailure | undefined>;
  /**
   * Ends the session (one DELETE, as the last request), then everything else, within the life of `signal`. Idempotent: the same work
   * is awaited. Data where the server did not let go in good order.
   */
  close(options: { readonly signal: AbortSignal }): Promise<ClientFailure | undefined>;
  /** What was noticed beside the answers. */
  readonly observations: Observations;
}

/** Creates a client; no I/O happens before `connect`. */
export function createClient(options: ClientOptions): Client {
  const connection = new Connection({ ...options, capabilities: options.capabilities ?? {} });
  let closing: Promise<ClientFailure | undefined> | undefined;
  return {
    async connect(signal) {
      const refused = await connection.open(signal);
      return refused === undefined ? agree(connection, options.revision, signal) : failed(refused);
    },
    async request(method, params, request) {
      const revision = connection.revision ?? MODERN_REVISION;
      const outcome = await connection.call(method, params, { ...request, revision });
      const repeated = await repeatWithHeaders(connection, method, params, { ...request, revision }, outcome);
      return repeated ?? outcome;
    },
    notify: (method, params) => connection.notify(method, params),
    close: ({ signal }) => (closing ??= connection.close(signal)),
    observations: connection.observations,
  };
}
