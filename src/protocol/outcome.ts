/** What came of a call, as a caller sees it. */
export const OUTCOMES = ["success", "error", "timeout"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * How a call failed. `tool_error`: a result with `isError`. `protocol_error`: a JSON-RPC error. `transport_loss`: the connection or
 * the answer's stream ended before the answer. `invalid_message`: an answer that cannot be believed. `timeout`: no answer within the
 * limit. `cancelled`: given up by the caller.
 */
export const FAILURE_KINDS = [
  "tool_error",
  "protocol_error",
  "transport_loss",
  "invalid_message",
  "timeout",
  "cancelled",
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];
