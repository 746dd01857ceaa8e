import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { changeTool, entriesOf } from "./listed-entries.ts";
import { choice, text } from "./parameter.ts";

const OUTPUT_SCHEMA = {
  type: "object",
  properties: { value: { type: "integer" } },
  required: ["value"],
  additionalProperties: false,
} as const;

const RESULTS: Readonly<
  Record<
    | "none"
    | "extra-member"
    | "missing-member"
    | "wrong-type"
    | "no-structured-content"
    | "error-beside"
    | "error-without",
    JsonObject
  >
> = {
  none: { structuredContent: { value: 1 } },
  "extra-member": { structuredContent: { value: 1, other: true } },
  "missing-member": { structuredContent: {} },
  "wrong-type": { structuredContent: { value: "one" } },
  "no-structured-content": {},
  "error-beside": { structuredContent: { error: "on purpose" }, isError: true },
  "error-without": { isError: true },
};

export const schemaViolation = defineFault({
  name: "schema_violation",
  title: "Structured content against its schema",
  summary: "Lists a tool with an output schema, and answers its calls with structured content that does not fit it.",
  group: "results",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  methods: ["tools/list", "tools/call"],
  params: v.strictObject({
    violation: choice(
      [
        "extra-member",
        "missing-member",
        "wrong-type",
        "no-structured-content",
        "error-beside",
        "error-without",
        "none",
      ],
      "A member too many, one too few, one of the wrong type, no structured content, an error result with other structured content, or with none (which is good), or none at all. The rule has to act on lists and calls (tools/*, times: always); on calls alone the client has seen no schema.",
    ),
    tool: v.optional(text(256, "The tool; the last of the list, and every call, unless set.")),
  }),
  examples: [{ violation: "wrong-type" }, { violation: "no-structured-content" }, { violation: "error-beside" }],
  breaks: [{ check: "TOL-01" }],
  exercises: [{ check: "TOL-02" }, { check: "TOL-05" }],
  seenIn: ["I3", "I4", "I5"],
  tolerates: ["success", "tool_error", "invalid_message"],
  robust:
    "Reports what does not fit, with its path. An error result it takes without a look at the schema, and shows its content.",
  apply: ({ violation, tool: name }) =>
    async function* (frames, { exchange }) {
      for await (const frame of frames) {
        const result = isAnswer(frame) ? (frame.message.result as JsonObject | undefined) : undefined;
        const list = exchange.method === "tools/list" ? entriesOf(result) : undefined;
        if (!isAnswer(frame) || result === undefined) yield frame;
        else if (list !== undefined) {
          const tools = changeTool(list.entries, name, (tool) => [{ ...tool, outputSchema: OUTPUT_SCHEMA }]);
          yield { ...frame, message: { ...frame.message, result: { ...result, tools } } };
        } else if (exchange.method === "tools/call" && (name === undefined || name === exchange.name)) {
          const content = [
            { type: "text", text: JSON.stringify(RESULTS[violation].structuredContent ?? "on purpose") },
          ];
          yield { ...frame, message: { ...frame.message, result: { ...result, content, ...RESULTS[violation] } } };
        } else yield frame;
      }
    },
});
