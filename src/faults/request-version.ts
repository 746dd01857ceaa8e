import * as v from "valibot";
import { META_KEYS } from "../protocol/envelope.ts";
import { isObject, objectAt, type JsonObject } from "../protocol/json.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const VERSIONS = {
  future: "2099-12-31",
  past: "2020-01-01",
  garbage: "1.0",
  empty: "",
  number: 20_260_728,
  missing: undefined,
} as const;

export const requestVersion = defineFault({
  name: "request_version",
  title: "Version that nobody knows",
  summary: "The client names a version that no revision has: in initialize, or in the envelope of a modern request.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  params: v.strictObject({
    as: choice(
      ["future", "past", "garbage", "empty", "number", "missing"],
      "What it names: a date to come or long past, 1.0, an empty text, a number, or nothing. Over HTTP the header still says what is right.",
    ),
  }),
  examples: [{ as: "future" }, { as: "missing" }],
  shownWith: { method: "initialize" },
  breaks: [{ check: "LIF-18" }],
  exercises: [{ check: "LIF-06" }, { check: "LIF-15" }, { check: "LIF-19" }, { check: "RPC-16" }],
  seenIn: ["J4", "J5", "J9"],
  tolerates: ["success", "protocol_error"],
  robust:
    "In a handshake it answers with a version that it speaks; it never echoes what it does not know. A modern request it refuses, with the list of what it speaks.",
  apply: ({ as }) =>
    async function* (frames) {
      for await (const frame of frames) {
        const params = frame.kind === "message" ? frame.message.params : undefined;
        yield frame.kind === "message" && isObject(params)
          ? { ...frame, message: { ...frame.message, params: withVersion(params, VERSIONS[as]) } }
          : frame;
      }
    },
});

function withVersion(params: JsonObject, version: string | number | undefined): JsonObject {
  const meta = objectAt(params, "_meta");
  if (meta?.[META_KEYS.protocolVersion] !== undefined)
    return { ...params, _meta: { ...meta, [META_KEYS.protocolVersion]: version } };
  return params.protocolVersion === undefined ? params : { ...params, protocolVersion: version };
}
