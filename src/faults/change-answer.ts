import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { isAnswer } from "../wire/answer.ts";
import type { Transform } from "../wire/transform.ts";

/** A transform that changes the answer, and lets everything else pass. */
export function changeAnswer(change: (message: JsonObject, exchange: Exchange) => JsonObject): Transform {
  return async function* (frames, { exchange }) {
    for await (const frame of frames)
      yield isAnswer(frame) ? { ...frame, message: change(frame.message, exchange) } : frame;
  };
}

/** A transform that changes the result of an answer. Errors, and results for which `change` gives nothing, pass as they are. */
export function changeResult(change: (result: JsonObject, exchange: Exchange) => JsonObject | undefined): Transform {
  return async function* (frames, { exchange }) {
    for await (const frame of frames) {
      const result = isAnswer(frame) ? frame.message.result : undefined;
      const changed = isObject(result) ? change(result, exchange) : undefined;
      yield isAnswer(frame) && changed !== undefined
        ? { ...frame, message: { ...frame.message, result: changed } }
        : frame;
    }
  };
}

/** A transform that gives the request a result of its own making, also where the healthy side has refused it. */
export function giveResult(make: (healthy: JsonObject, exchange: Exchange) => JsonObject): Transform {
  return changeAnswer((message, exchange) => {
    const healthy = objectAt(message, "result") ?? (exchange.era === "modern" ? { resultType: "complete" } : {});
    return { jsonrpc: "2.0", id: message.id, result: make(healthy, exchange) };
  });
}
