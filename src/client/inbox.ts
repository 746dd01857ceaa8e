import {
  classify,
  type JsonRpcError,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResult,
} from "../protocol/json-rpc.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { Revision } from "../protocol/revision.ts";
import type { Call, Calls } from "./calls.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { ObservationKind, Observations } from "./observations.ts";
import { invalidMessage } from "./outcome.ts";
import { described, quoted } from "./quoted.ts";
import type { Arrival } from "./transport.ts";

export interface InboxOptions {
  readonly calls: Calls;
  readonly observations: Observations;
  /** The revision in force: batches exist at 2025-03-26 only. */
  revision(): Revision | undefined;
  /** Answers a request that the server made. */
  answer(request: JsonRpcRequest): void;
  readonly onNotification?: ((notification: JsonObject) => void) | undefined;
}

/**
 * Sorts what arrives: an answer settles its call, progress and notifications reach who waits for them, everything else is noted.
 * Strict about what claims to be an answer, and never put out by what is not.
 */
export class Inbox {
  readonly #options: InboxOptions;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** The exchange that something belongs to; undefined where it belongs to none. */
  ownerOf({ exchange, value }: Arrival): Exchange | undefined {
    if (exchange !== undefined || !isObject(value)) return exchange;
    const { calls } = this.#options;
    if (value.method === undefined) return calls.find(value.id)?.exchange;
    const token = isObject(value.params) ? value.params.progressToken : undefined;
    return calls.byToken(token)?.exchange;
  }

  take(arrival: Arrival): void {
    const own = arrival.exchange === undefined ? undefined : this.#options.calls.byExchange(arrival.exchange);
    if (arrival.value === undefined) this.#unreadable(arrival, own);
    else if (Array.isArray(arrival.value)) this.#batch(arrival.value, own);
    else {
      this.#lookForStrays(arrival.value, arrival.exchange);
      this.#message(arrival.value, own, arrival.problem);
    }
  }

  /** An answer counts wherever it comes, and where it should have come is told (SSE-17). */
  #lookForStrays(value: unknown, exchange: Exchange | undefined): void {
    if (exchange === undefined || !isObject(value) || value.method !== undefined) return;
    const call = this.#options.calls.find(value.id);
    if (call !== undefined && call.exchange !== exchange)
      this.#observe("connection", `the answer to call ${String(call.id)} came on another stream than its own`);
  }

  #message(value: unknown, own: Call | undefined, problem?: string): void {
    const classified = classify(value);
    if (problem !== undefined) this.#invalid(value, problem, own);
    else if (classified.kind === "invalid") this.#invalid(value, classified.reason, own);
    else if (classified.kind === "response") this.#response(classified.message, own);
    else if (classified.kind === "notification") this.#notification(classified.message, own);
    else this.#request(classified.message);
  }

  #response(message: JsonRpcResult | JsonRpcError, own: Call | undefined): void {
    const { calls } = this.#options;
    const { id } = message;
    const call = calls.find(id);
    if (call !== undefined) {
      call.settle(judgeAnswer(message, call.exchange.era));
      return;
    }
    // On a call's own stream an error that could not name its request is about that call.
    if (own !== undefined && message.error !== undefined && (id === null || id === undefined)) {
      own.settle(judgeAnswer(message, own.exchange.era));
      return;
    }
    const retyped = calls.findRetyped(id);
    if (retyped !== undefined) {
      retyped.fail(invalidMessage(`the answer's "id" is ${described(id)}, not ${described(retyped.id)}`));
      return;
    }
    const ending = calls.ending(id);
    const what =
      message.error === undefined ? "a result" : `an error (${String((message as JsonRpcError).error.code)})`;
    if (ending === undefined)
      this.#observe("unknown_id", `${what} for a call that was never made: "id" is ${described(id)}`);
    else if (ending === "answered")
      this.#observe("duplicate_answer", `${what} for call ${String(id)}, which was answered`);
    else this.#observe("late_answer", `${what} for call ${String(id)}, which was given up`);
    this.#strange(own, `an answer whose "id" is ${described(id)}`);
  }

  #invalid(value: unknown, reason: string, own: Call | undefined): void {
    const { calls } = this.#options;
    // Told by the members and never by the id alone: the server counts its own requests, and the numbers may be the same.
    if (isObject(value) && (value.method === undefined || value.result !== undefined || value.error !== undefined)) {
      const nothing = value.method === undefined && value.result === undefined && value.error === undefined;
      const flaw = nothing ? 'it has neither "result" nor "error"' : reason;
      const call = calls.find(value.id) ?? calls.findRetyped(value.id) ?? (hasId(value) ? undefined : own);
      if (call !== undefined) {
        call.fail(invalidMessage(`the answer cannot be believed: ${flaw}`));
        return;
      }
    }
    this.#observe("invalid_message", `${reason}: ${excerptOf(value)}`);
    this.#strange(own, `something that is no message (${reason})`);
  }

  /** A JSON-RPC batch: part of 2025-03-26, of no revision before or after. */
  #batch(values: readonly unknown[], own: Call | undefined): void {
    const revision = this.#options.revision();
    if (revision === "2025-03-26" && values.length > 0) {
      for (const value of values) this.#message(value, own);
      return;
    }
    const flaw = `the answer came in a JSON array, and ${revision ?? "this revision"} has no batches`;
    const asked = values.flatMap((value) => (isObject(value) && value.method === undefined ? [value.id] : []));
    const calls = asked.flatMap((id) => this.#options.calls.find(id) ?? []);
    for (const call of calls) call.fail(invalidMessage(flaw));
    if (calls.length > 0) return;
    this.#observe("invalid_message", `a JSON array of ${values.length} values`);
    this.#strange(own, "a JSON array");
  }

  #unreadable(arrival: Arrival, own: Call | undefined): void {
    const problem = arrival.problem ?? "it cannot be read";
    const call = arrival.tooLong === true ? this.#options.calls.only : undefined;
    if (call !== undefined) {
      call.fail(invalidMessage(`the answer cannot be read: ${problem}`));
      return;
    }
    // A banner or a log line belongs to nobody, whatever it looks like.
    this.#observe("unreadable", `${problem}: ${quoted(arrival.excerpt)}`);
    this.#strange(own, `something unreadable (${problem}: ${quoted(arrival.excerpt, 80)})`);
  }

  #notification(message: JsonRpcNotification, own: Call | undefined): void {
    if (message.method === "notifications/progress") {
      this.#progress(isObject(message.params) ? message.params : {});
      return;
    }
    this.#observe("notification", `${message.method} ${excerptOf(message.params ?? {})}`);
    this.#options.onNotification?.(message);
    for (const call of own === undefined ? this.#options.calls.waiting : [own]) call.hooks.onNotification?.(message);
  }

  #progress(params: JsonObject): void {
    const { calls } = this.#options;
    const { progress, progressToken: token } = params;
    const call = calls.byToken(token);
    if (call === undefined) {
      if (calls.wasToken(token))
        this.#observe("late_progress", `progress ${excerptOf(progress)} for a call that has ended`);
      else this.#observe("unknown_progress_token", `progress ${excerptOf(progress)} under ${described(token)}`);
    } else if (typeof progress === "number") call.hooks.onProgress?.(progress, params);
    else
      this.#observe("invalid_message", `progress of call ${String(call.id)} is ${described(progress)}, not a number`);
  }

  #request(message: JsonRpcRequest): void {
    this.#observe("server_request", `${message.method} with "id" ${described(message.id)}`);
    this.#options.answer(message);
  }

  #strange(own: Call | undefined, what: string): void {
    if (own !== undefined) own.strange ??= what;
  }

  #observe(kind: ObservationKind, text: string): void {
    this.#options.observations.add(kind, text);
  }
}

function hasId(value: JsonObject): boolean {
  return typeof value.id === "string" || typeof value.id === "number";
}

function excerptOf(value: unknown): string {
  return quoted(JSON.stringify(value) ?? "nothing", 200);
}
