import * as v from "valibot";
import { objectAt, type JsonObject } from "../protocol/json.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

const FORMS = {
  "arguments-missing": (params: JsonObject) => without(params, "arguments"),
  "arguments-null": (params: JsonObject) => ({ ...params, arguments: null }),
  "arguments-list": (params: JsonObject) => ({ ...params, arguments: [] }),
  "arguments-text": (params: JsonObject) => ({ ...params, arguments: JSON.stringify(params.arguments ?? {}) }),
  "argument-text-null": (params: JsonObject) => ({ ...params, arguments: { value: "null" } }),
  "name-missing": (params: JsonObject) => without(params, "name"),
  "name-number": (params: JsonObject) => ({ ...params, name: 42 }),
  "meta-text": (params: JsonObject) => ({ ...params, _meta: "on purpose" }),
  "progress-token-object": (params: JsonObject) => ({ ...params, _meta: { ...metaOf(params), progressToken: {} } }),
  "progress-token-zero": (params: JsonObject) => ({ ...params, _meta: { ...metaOf(params), progressToken: 0 } }),
  "progress-token-missing": (params: JsonObject) => ({ ...params, _meta: without(metaOf(params), "progressToken") }),
  "capabilities-elicitation": (params: JsonObject) => ({
    ...params,
    capabilities: { ...objectAt(params, "capabilities"), elicitation: { form: {}, url: {} } },
  }),
  "capabilities-unknown": (params: JsonObject) => ({
    ...params,
    capabilities: { ...objectAt(params, "capabilities"), lab: { on: "purpose" }, experimental: { lab: {} } },
  }),
  missing: () => undefined,
  null: () => null,
  list: (params: JsonObject) => [params],
  text: (params: JsonObject) => JSON.stringify(params),
} as const;

export const requestParams = defineFault({
  name: "request_params",
  title: "Parameters of a request in another form",
  summary: "The client's request has parameters, or arguments of a tool, that are missing, null or of another type.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  params: v.strictObject({
    form: choice(
      [
        "arguments-missing",
        "arguments-null",
        "arguments-list",
        "arguments-text",
        "argument-text-null",
        "name-missing",
        "name-number",
        "meta-text",
        "progress-token-object",
        "progress-token-zero",
        "progress-token-missing",
        "capabilities-elicitation",
        "capabilities-unknown",
        "missing",
        "null",
        "list",
        "text",
      ],
      "What is odd: the arguments (missing, which is good, null, a list, JSON as a text, the text null for a value), the name, the metadata, the progress token (0 and none are good), the capabilities of initialize (elicitation in a form and by an address, or some that nobody knows: both are good), or all parameters.",
    ),
  }),
  examples: [
    { form: "arguments-missing" },
    { form: "arguments-text" },
    { form: "progress-token-object" },
    { form: "list" },
  ],
  breaks: [{ check: "RPC-01" }, { check: "PRG-01" }],
  exercises: [{ check: "TOL-04" }, { check: "ERR-11" }, { check: "LIF-19" }],
  seenIn: ["G9", "G10", "F8"],
  tolerates: ["success", "tool_error", "protocol_error"],
  robust:
    "Takes missing arguments for none and no token for a token that is none, refuses the rest with -32600 or -32602 or an error result that names what is wrong, and serves the next request.",
  apply: ({ form }) =>
    async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "message" || frame.message.method === undefined) yield frame;
        else {
          const { params: given, ...rest } = frame.message;
          const params = FORMS[form]((given ?? {}) as JsonObject);
          yield { ...frame, message: params === undefined ? rest : { ...rest, params } };
        }
      }
    },
});

function metaOf({ _meta }: JsonObject): JsonObject {
  return (_meta ?? {}) as JsonObject; // the client's own requests have an object there, or nothing
}
