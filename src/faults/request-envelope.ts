import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const FORMS = {
  "missing-version": (message: JsonObject) => without(message, "jsonrpc"),
  "other-version": (message: JsonObject) => ({ ...message, jsonrpc: "1.0" }),
  "number-version": (message: JsonObject) => ({ ...message, jsonrpc: 2 }),
  "missing-method": (message: JsonObject) => without(message, "method"),
  "number-method": (message: JsonObject) => ({ ...message, method: 42 }),
  "null-method": (message: JsonObject) => ({ ...message, method: null }),
  "empty-method": (message: JsonObject) => ({ ...message, method: "" }),
  "extra-member": (message: JsonObject) => ({ ...message, lab: "on purpose" }),
  "with-result": (message: JsonObject) => ({ ...message, result: {} }),
} as const;

export const requestEnvelope = defineFault({
  name: "request_envelope",
  title: "Envelope of a request that is broken",
  summary:
    "The client's request is JSON whose envelope breaks a rule of JSON-RPC: its version, its method, a member too many.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  params: v.strictObject({
    form: choice(
      [
        "missing-version",
        "other-version",
        "number-version",
        "missing-method",
        "number-method",
        "null-method",
        "empty-method",
        "extra-member",
        "with-result",
      ],
      "What is wrong: jsonrpc is missing, says 1.0 or is a number; the method is missing, a number, null or empty; a member too many; or a result beside the method.",
    ),
  }),
  examples: [{ form: "missing-version" }, { form: "number-method" }, { form: "extra-member" }],
  breaks: [{ check: "RPC-01" }],
  seenIn: ["G9"],
  tolerates: ["protocol_error", "timeout", "success"],
  robust:
    "Refuses it with -32600 under the request's id, never with an internal error, carries nothing out, and serves the next request.",
  apply: ({ form }) =>
    async function* (frames) {
      for await (const frame of frames) {
        const isRequest = frame.kind === "message" && frame.message.method !== undefined;
        yield isRequest ? { ...frame, message: FORMS[form](frame.message) } : frame;
      }
    },
});
