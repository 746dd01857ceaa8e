import * as v from "valibot";
import { META_KEYS } from "../protocol/envelope.ts";
import { objectAt, type JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { labState } from "./lab-state.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const FORMS = {
  "no-result-type": (result: JsonObject) => without(result, "resultType"),
  "unknown-result-type": (result: JsonObject) => ({ ...result, resultType: "lab/partial" }),
  "no-server-info": (result: JsonObject) => ({
    ...result,
    _meta: without(objectAt(result, "_meta") ?? {}, META_KEYS.serverInfo),
  }),
  "no-cache-hints": (result: JsonObject) => without(result, "ttlMs", "cacheScope"),
  "negative-ttl": (result: JsonObject) => ({ ...result, ttlMs: -1 }),
  "text-ttl": (result: JsonObject) => ({ ...result, ttlMs: "1000" }),
  "long-ttl": (result: JsonObject) => ({ ...result, ttlMs: 3_600_000, cacheScope: "public" }),
  "unknown-scope": (result: JsonObject) => ({ ...result, cacheScope: "planet" }),
  "input-required-empty": () => ({ resultType: "input_required" }),
  "input-required-state-only": () => ({ resultType: "input_required", requestState: labState("short") }),
  "input-required-large-state": () => ({ resultType: "input_required", requestState: labState("large") }),
  "input-required-three": () => ({
    resultType: "input_required",
    inputRequests: {
      roots: { method: "roots/list", params: {} },
      form: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "Your name?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } } },
        },
      },
      sample: {
        method: "sampling/createMessage",
        params: { messages: [{ role: "user", content: { type: "text", text: "Say hello." } }], maxTokens: 10 },
      },
    },
    requestState: labState("short"),
  }),
  "input-required-unknown": () => ({
    resultType: "input_required",
    inputRequests: { lab: { method: "lab/unknown", params: {} } },
  }),
} as const;

export const oddResult = defineFault({
  name: "odd_result",
  title: "Result that lacks what its revision wants",
  summary:
    "A result of the modern era without its type, its server or its cache hints, or with values that mean nothing.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  eras: ["modern"],
  params: v.strictObject({
    form: choice(
      [
        "no-result-type",
        "unknown-result-type",
        "no-server-info",
        "no-cache-hints",
        "negative-ttl",
        "text-ttl",
        "long-ttl",
        "unknown-scope",
        "input-required-empty",
        "input-required-state-only",
        "input-required-large-state",
        "input-required-three",
        "input-required-unknown",
      ],
      "What is missing or odd. long-ttl is good: an hour, for everybody. The last five ask for input: for none and with no state, with a state alone, with one of a megabyte, for three things at once whether the client has declared them or not, or for something that no revision knows. A state that comes back as it was is taken, a changed one refused (-32602).",
    ),
  }),
  examples: [
    { form: "no-result-type" },
    { form: "unknown-result-type" },
    { form: "negative-ttl" },
    { form: "input-required-state-only" },
  ],
  breaks: [
    { check: "RPC-11" },
    { check: "RPC-14" },
    { check: "CAC-01" },
    { check: "CAC-02" },
    { check: "MRT-02" },
    { check: "MRT-04" },
  ],
  exercises: [
    { check: "RPC-12" },
    { check: "RPC-13" },
    { check: "CAC-08" },
    { check: "CAC-09" },
    { check: "MRT-11" },
    { check: "MRT-18" },
  ],
  seenIn: ["J16", "J3", "P3"],
  tolerates: ["success", "protocol_error", "invalid_message"],
  robust:
    "Refuses an unknown type of result with an error that names it, takes a missing one for complete, and reads an odd time as none. Where input is asked for it tries again with the state as it came, a bounded number of times.",
  apply: ({ form }) => changeResult(FORMS[form]),
});
