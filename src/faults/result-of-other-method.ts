import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import { changeResult } from "./change-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const RESULTS: Readonly<
  Record<"initialize" | "ping" | "tools/list" | "tools/call" | "resources/read" | "prompts/get", JsonObject>
> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "mcp-failure-lab", version: "0.0.0" },
  },
  ping: {},
  "tools/list": { tools: [] },
  "tools/call": { content: [{ type: "text", text: "the result of another method" }] },
  "resources/read": { contents: [{ uri: "lab://other", text: "the result of another method" }] },
  "prompts/get": { messages: [{ role: "user", content: { type: "text", text: "the result of another method" } }] },
};

export const resultOfOtherMethod = defineFault({
  name: "result_of_other_method",
  title: "Result of another method",
  summary: "The answer has the right id, and a result as another method has it.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    method: choice(
      ["initialize", "ping", "tools/list", "tools/call", "resources/read", "prompts/get"],
      "The method whose result it looks like.",
    ),
  }),
  examples: [{ method: "tools/list" }, { method: "ping" }],
  breaks: [],
  exercises: [{ check: "TOL-05" }],
  seenIn: ["P1", "F15"],
  tolerates: ["invalid_message", "success"],
  robust:
    "Fails the call with an error that says which member the result lacks; it gives no empty success to its caller.",
  apply: ({ method }) =>
    // What the era puts on every result stays: only the method is wrong.
    changeResult(({ resultType, _meta }) => ({
      ...(resultType === undefined ? {} : { resultType }),
      ...RESULTS[method],
      ...(_meta === undefined ? {} : { _meta }),
    })),
});
