import type { Json, JsonObject } from "../protocol/json.ts";
import type { FailureKind } from "../protocol/outcome.ts";

/** Why a request of the client has no result. What the peer does wrong is told here and never thrown. */
export interface ClientFailure {
  /** A time-out is `cancelled` here: the limit is the caller's, who knows why the signal aborted. */
  readonly kind: Exclude<FailureKind, "tool_error" | "timeout">;
  /** Says what was wrong and where; holds text of the peer, shortened. */
  readonly message: string;
  /** Of a JSON-RPC error. */
  readonly code?: number | undefined;
  readonly data?: Json | undefined;
  /** What the system calls it: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly reason?: string | undefined;
  /** Of an HTTP answer that is not 2xx. */
  readonly httpStatus?: number | undefined;
}

/** What came of one operation of the client. */
export type ClientOutcome<T = JsonObject> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ClientFailure };

export function succeeded<T>(value: T): ClientOutcome<T> {
  return { ok: true, value };
}

export function failed(failure: ClientFailure): { readonly ok: false; readonly failure: ClientFailure } {
  return { ok: false, failure };
}

export function invalidMessage(message: string): ClientFailure {
  return { kind: "invalid_message", message };
}

export function transportLoss(message: string): ClientFailure {
  return { kind: "transport_loss", message };
}

export const GIVEN_UP: ClientFailure = { kind: "cancelled", message: "given up before an answer came" };
