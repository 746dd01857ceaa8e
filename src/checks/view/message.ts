import { classify, isRequestId, type RequestId } from "../../protocol/json-rpc.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { SeenMessage, Side } from "./seen.ts";

export function otherSide(side: Side): Side {
  return side === "client" ? "server" : "client";
}

/** The method of a request or notification. */
export function methodOf({ value }: SeenMessage): string | undefined {
  return typeof value.method === "string" ? value.method : undefined;
}

/** The id of a request or answer, where it is one that MCP allows. `0` and `""` are ids. */
export function idOf({ value }: SeenMessage): RequestId | undefined {
  return isRequestId(value.id) ? value.id : undefined;
}

export function isRequest(message: SeenMessage): boolean {
  return methodOf(message) !== undefined && idOf(message) !== undefined;
}

export function isNotification(message: SeenMessage, method: string): boolean {
  return message.value.method === method && message.value.id === undefined;
}

/** Whether its sender meant it as an answer: a result, an error, or both. */
export function isAnswer({ value }: SeenMessage): boolean {
  return value.method === undefined && (value.result !== undefined || value.error !== undefined);
}

/** Whether it is an answer that a correct receiver has to believe. */
export function isWellFormedAnswer({ value }: SeenMessage): boolean {
  return classify(value).kind === "response";
}

/** An error that names no request. */
export function isErrorForNobody(message: SeenMessage): boolean {
  const { value } = message;
  return isAnswer(message) && value.error !== undefined && (value.id === null || value.id === undefined);
}

export function paramsOf({ value }: SeenMessage): JsonObject {
  return isObject(value.params) ? value.params : {};
}

/** The result of an answer that has one and no error. */
export function resultOf({ value }: SeenMessage): JsonObject | undefined {
  return isObject(value.result) && value.error === undefined ? value.result : undefined;
}
