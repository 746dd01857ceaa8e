import * as v from "valibot";
import { ERROR_CODES } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { framedText } from "./framed-text.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const ERROR = { code: ERROR_CODES.internalError, message: "On purpose" };

const FORMS = {
  neither: (message: JsonObject) => without(message, "result", "error"),
  "null-error": (message: JsonObject) => ({ ...message, error: null }),
  "null-result": (message: JsonObject) => ({ ...without(message, "error"), result: null }),
  "text-result": (message: JsonObject) => ({ ...without(message, "error"), result: "ok" }),
  "list-result": (message: JsonObject) => ({ ...without(message, "error"), result: [] }),
  "text-error": (message: JsonObject) => ({ ...without(message, "result"), error: "failed" }),
  "error-without-code": (message: JsonObject) => ({ ...without(message, "result"), error: { message: ERROR.message } }),
  "error-with-text-code": (message: JsonObject) => ({ ...without(message, "result"), error: { ...ERROR, code: "E1" } }),
  "number-version": (message: JsonObject) => ({ ...message, jsonrpc: 2 }),
  "extra-member": (message: JsonObject) => ({ ...message, status: "ok" }),
  "with-method": (message: JsonObject) => ({ ...message, method: "tools/call" }),
} as const;

export const brokenEnvelope = defineFault({
  name: "broken_envelope",
  title: "Broken envelope",
  summary:
    "The answer is JSON whose envelope breaks a rule of JSON-RPC: neither result nor error, an array around it, a wrong type.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    form: choice(
      [
        "neither",
        "array",
        "null-error",
        "null-result",
        "text-result",
        "list-result",
        "text-error",
        "error-without-code",
        "error-with-text-code",
        "number-version",
        "extra-member",
        "with-method",
      ],
      "What is wrong: neither result nor error, an array around the answer, a null error beside the result, a result that is null, a text or a list, an error that is a text, has no code or a text for a code, the version as a number, a member too many, or a method beside the result.",
    ),
  }),
  examples: [{ form: "neither" }, { form: "array" }, { form: "null-error" }, { form: "text-error" }],
  breaks: [{ check: "RPC-01" }, { check: "RPC-06" }, { check: "RPC-08" }],
  exercises: [{ check: "TMO-01" }],
  seenIn: ["G8"],
  tolerates: ["invalid_message", "timeout", "protocol_error"],
  robust:
    "Fails the call with an error that names the member, never with an empty success, or ignores the answer until its own time limit. It uses the connection on.",
  apply: ({ form }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (!isAnswer(frame)) yield frame;
        else if (form !== "array") yield { ...frame, message: FORMS[form](frame.message) };
        else yield { kind: "bytes", bytes: framedText(wire.framing, JSON.stringify([frame.message])) };
      }
    },
});
