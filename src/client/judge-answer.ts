import type { Era } from "../protocol/revision.ts";
import type { JsonRpcError, JsonRpcResult } from "../protocol/json-rpc.ts";
import { isObject } from "../protocol/json.ts";
import { failed, invalidMessage, succeeded, type ClientOutcome } from "./outcome.ts";
import { described } from "./quoted.ts";

const RESULT_TYPES = ["complete", "input_required"];

/** What a well-formed answer means to the call. */
export function judgeAnswer(message: JsonRpcResult | JsonRpcError, era: Era): ClientOutcome {
  const error = message.error;
  if (isObject(error)) {
    return failed({
      kind: "protocol_error",
      message: typeof error.message === "string" ? error.message : "",
      // `classify` has established that the code is a whole number.
      code: error.code as number,
      data: error.data,
    });
  }
  // `classify` has established that one of the two is there, and an object.
  const result = message.result as JsonRpcResult["result"];
  const flaw = era === "modern" ? resultTypeFlaw(result.resultType) : undefined;
  return flaw === undefined ? succeeded(result) : failed(invalidMessage(flaw));
}

/** 2026-07-28: every result states its type, and an unknown one makes it invalid (RPC-11, RPC-12). */
function resultTypeFlaw(type: unknown): string | undefined {
  if (type === undefined) return 'the result has no "resultType"';
  if (typeof type === "string" && RESULT_TYPES.includes(type)) return undefined;
  return `"resultType" is ${described(type)}, not "complete" or "input_required"`;
}
