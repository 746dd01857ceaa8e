import type { ToolResult } from "../../faults/fault-tool.ts";
import { objectAt, type JsonObject } from "../../protocol/json.ts";
import { InputRequired, type Input } from "../input-required.ts";
import type { Tool } from "../tools/tool.ts";
import { sample, sampled } from "./asking.ts";
import { fixtureTool, textArgument, textResult, texts } from "./fixture-tool.ts";

const NAME = { type: "string", description: "User's response" };
const EMAIL = { type: "string", description: "User's email address" };

const DEFAULTS: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string", description: "A text", default: "John Doe" },
    age: { type: "integer", description: "A whole number", default: 30 },
    score: { type: "number", description: "A number", default: 95.5 },
    status: { type: "string", description: "A choice", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", description: "A truth value", default: true },
  },
  required: [],
};

const ENUMS: JsonObject = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: {
      type: "string",
      oneOf: [
        { const: "value1", title: "First Option" },
        { const: "value2", title: "Second Option" },
        { const: "value3", title: "Third Option" },
      ],
    },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
    titledMulti: {
      type: "array",
      items: {
        anyOf: [
          { const: "value1", title: "First Choice" },
          { const: "value2", title: "Second Choice" },
          { const: "value3", title: "Third Choice" },
        ],
      },
    },
  },
  required: [],
};

/** Tools that ask the client for something and tell what it said. */
export const ASKING_TOOLS: readonly Tool[] = [
  fixtureTool(
    "test_sampling",
    "Asks the client's model",
    (call, args) => {
      const answer = sampled(call.input, "answer");
      if (answer === undefined) return new InputRequired({ answer: sample(textArgument(args, "prompt"), 100) });
      return textResult(`LLM response: ${answer}`);
    },
    texts({ prompt: "The prompt to send to the model" }),
  ),
  fixtureTool(
    "test_elicitation",
    "Asks the user for name and address",
    (call, args) => {
      const schema = { type: "object", properties: { username: NAME, email: EMAIL }, required: ["username", "email"] };
      return elicit(call.input, textArgument(args, "message"), schema, "User response");
    },
    texts({ message: "The message to show the user" }),
  ),
  fixtureTool("test_elicitation_sep1034_defaults", "Asks with defaults of every simple type", (call) =>
    elicit(call.input, "Please check the form", DEFAULTS, "Elicitation completed"),
  ),
  fixtureTool("test_elicitation_sep1330_enums", "Asks with every form of choice", (call) =>
    elicit(call.input, "Please choose", ENUMS, "Elicitation completed"),
  ),
  fixtureTool("test_streaming_elicitation", "Asks after a report of progress", (call) => {
    call.progress(0, 1, "about to ask");
    return elicit(call.input, "Please confirm", { type: "object", properties: {} }, "Elicitation completed");
  }),
];

function elicit(
  input: Input,
  message: string,
  requestedSchema: JsonObject,
  before: string,
): InputRequired | ToolResult {
  const response = objectAt(input.responses, "form");
  if (typeof response?.action !== "string")
    return new InputRequired({ form: { method: "elicitation/create", params: { message, requestedSchema } } });
  return textResult(`${before}: action=${response.action}, content=${JSON.stringify(response.content ?? {})}`);
}
