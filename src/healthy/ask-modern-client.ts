import { isLabState } from "../faults/lab-state.ts";
import { ERROR_CODES } from "../protocol/json-rpc.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { missingCapabilities } from "./capability-needs.ts";
import { NO_INPUT, type Input, type InputRequired } from "./input-required.ts";
import { invalidParams, Refusal } from "./refusal.ts";
import type { ServedCall } from "./served-call.ts";

/** The result that asks the client to come back with answers. A client that cannot be asked for them is refused. */
export function askModernClient(call: ServedCall, required: InputRequired): JsonObject | Refusal {
  const missing = missingCapabilities(Object.values(required.asks), call.clientCapabilities);
  if (missing !== undefined)
    return new Refusal(
      ERROR_CODES.missingClientCapability,
      `The client did not declare ${Object.keys(missing).join(", ")}`,
      {
        data: { requiredCapabilities: missing },
        status: 400,
      },
    );
  const asks = Object.keys(required.asks).length === 0 ? undefined : required.asks;
  const state = required.state === undefined ? undefined : call.core.states.seal(required.state, call.request);
  return { resultType: "input_required", inputRequests: asks, requestState: state };
}

/** What a request brings from an earlier round. The state passed through the client's hands, so it is verified. */
export function readInput(call: ServedCall): Input | Refusal {
  const { inputResponses, requestState } = call.params;
  if (inputResponses === undefined && requestState === undefined) return NO_INPUT;
  if (inputResponses !== undefined && !isObject(inputResponses))
    return invalidParams("params.inputResponses must be an object of answers");
  const isOurs = typeof requestState === "string" && isLabState(requestState);
  if (requestState === undefined || isOurs) return { responses: inputResponses ?? {}, state: undefined };
  const state = typeof requestState === "string" ? call.core.states.open(requestState, call.request) : undefined;
  if (state === undefined) return invalidParams("Invalid or expired requestState");
  return { responses: inputResponses ?? {}, state };
}
