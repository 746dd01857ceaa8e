import { Buffer } from "node:buffer";
import { MAX_REPORTED_TEXT_CHARACTERS } from "../base/limits.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { OperationResult } from "../targets/adapter.ts";
import type { Failure, ResultFacts } from "./report.ts";

/** A result as it was returned, and what is read from it. */
export interface Returned {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly whole: JsonObject;
}

/** What came of one call or step: all that expectations judge. */
export interface CallOutcome {
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** Under the call's own token, before its answer, in order. */
  readonly progressValues: readonly number[];
  /** Set unless the outcome is a success. */
  readonly failure?: Failure | undefined;
  /** The result that was returned, also one with `isError`. */
  readonly result?: Returned | undefined;
  /** Of a list that came whole: the names of its entries, in order. */
  readonly listed?: readonly string[] | undefined;
}

/** What a request yields that is no tool's result: texts, or names. */
export type Yield = Pick<CallOutcome, "result" | "listed">;

/** The outcome of a request that is no tool call; `read` takes from its result what expectations judge. */
export function requestOutcome<T>(
  result: OperationResult<T>,
  durationMs: number,
  progressValues: readonly number[],
  read: (value: T) => Yield,
): CallOutcome {
  const measured = { durationMs, progressValues };
  if (result.outcome === "success") return { ...measured, outcome: "success", ...read(result.value) };
  return { ...measured, outcome: result.outcome === "timeout" ? "timeout" : "error", failure: result.failure };
}

/** The texts of a resource that was read. */
export function readTexts(whole: JsonObject): Yield {
  const texts = itemsOf(whole.contents).flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return { result: { isError: false, texts, whole } };
}

/** The texts of a prompt's messages. */
export function promptTexts(whole: JsonObject): Yield {
  const contents = itemsOf(whole.messages).flatMap(({ content }): unknown[] =>
    Array.isArray(content) ? content : [content],
  );
  return { result: { isError: false, texts: textsOf({ content: contents }), whole } };
}

/** A result of which nothing is known beforehand. */
export function anyResult(whole: JsonObject): Yield {
  return { result: { isError: whole.isError === true, texts: textsOf(whole), whole } };
}

function itemsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Reads what an operation yielded as the outcome of a call. A returned result with `isError` and everything that was thrown are both
 * an `error`; `failure.kind` tells them apart.
 */
export function callOutcome(
  result: OperationResult<JsonObject>,
  durationMs: number,
  progressValues: readonly number[],
): CallOutcome {
  const measured = { durationMs, progressValues };
  if (result.outcome !== "success") {
    const outcome = result.outcome === "timeout" ? "timeout" : "error";
    return { ...measured, outcome, failure: result.failure };
  }
  const whole = result.value;
  const returned = { isError: whole.isError === true, texts: textsOf(whole), whole };
  if (!returned.isError) return { ...measured, outcome: "success", result: returned };
  const failure: Failure = { kind: "tool_error", message: returned.texts.join("\n") };
  return { ...measured, outcome: "error", failure, result: returned };
}

/** What a report keeps of a returned result. */
export function resultFacts(result: NonNullable<CallOutcome["result"]>): ResultFacts {
  return {
    isError: result.isError,
    textBytes: textBytes(result.texts),
    text: cut(result.texts.join("\n"), MAX_REPORTED_TEXT_CHARACTERS),
  };
}

/** What a report keeps of a failure: a server decides how long its texts are. */
export function reportedFailure(failure: Failure): Failure {
  const { kind, message, code, data } = failure;
  const length = data === undefined ? 0 : JSON.stringify(data).length;
  const isLong = length > MAX_REPORTED_TEXT_CHARACTERS;
  return {
    kind,
    message: cut(message, MAX_REPORTED_TEXT_CHARACTERS),
    code,
    data: isLong ? `left out: ${length} characters of JSON` : data,
  };
}

/** What a report keeps of what came: with limits, after it was judged without. */
export function reported({ failure, result }: CallOutcome): {
  failure: Failure | undefined;
  result: ResultFacts | undefined;
} {
  return {
    failure: failure === undefined ? undefined : reportedFailure(failure),
    result: result === undefined ? undefined : resultFacts(result),
  };
}

/** The UTF-8 bytes of all text items together. */
export function textBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** A text cut to `limit` characters, with a mark where it was cut. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function textsOf(result: { readonly content?: unknown }): string[] {
  const content: unknown = result.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap((item: unknown) =>
    isObject(item) && item.type === "text" && typeof item.text === "string" ? [item.text] : [],
  );
}
