import type { JsonObject } from "../../protocol/json.ts";
import { PIXEL_PNG, SILENCE_WAV } from "../media.ts";
import type { Tool } from "../tools/tool.ts";
import { fixtureTool, textResult } from "./fixture-tool.ts";

const IMAGE = { type: "image", data: PIXEL_PNG, mimeType: "image/png" };

/** Holds what JSON Schema 2020-12 has beyond the simple forms; all of it has to reach the client as it stands. */
const RICH_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const HEADER_SCHEMA: JsonObject = {
  type: "object",
  properties: {
    region: { type: "string", description: "A text", "x-mcp-header": "Region" },
    count: { type: "integer", description: "A whole number", "x-mcp-header": "Count" },
    urgent: { type: "boolean", description: "A truth value", "x-mcp-header": "Urgent" },
  },
};

/** Tools that answer at once, each with another kind of content or schema. */
export const CONTENT_TOOLS: readonly Tool[] = [
  fixtureTool("test_simple_text", "Answers with text", () => textResult("This is a simple text response for testing.")),
  fixtureTool("test_image_content", "Answers with an image", () => ({ content: [IMAGE] })),
  fixtureTool("test_audio_content", "Answers with a sound", () => ({
    content: [{ type: "audio", data: SILENCE_WAV, mimeType: "audio/wav" }],
  })),
  fixtureTool("test_embedded_resource", "Answers with an embedded resource", () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  })),
  fixtureTool("test_multiple_content_types", "Answers with a text, an image and a resource", () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      IMAGE,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  })),
  fixtureTool("test_error_handling", "Always fails", () => {
    throw new Error("This tool intentionally returns an error for testing");
  }),
  fixtureTool(
    "json_schema_2020_12_tool",
    "Has an input schema with the vocabulary of JSON Schema 2020-12",
    (_call, args) => textResult(`JSON Schema 2020-12 tool called with: ${JSON.stringify(args)}`),
    RICH_SCHEMA,
  ),
  fixtureTool(
    "test_header_parameters",
    "Has arguments that are repeated in headers",
    (_call, args) => textResult(JSON.stringify(args)),
    HEADER_SCHEMA,
  ),
];

function embedded(uri: string, mimeType: string, text: string): JsonObject {
  return { type: "resource", resource: { uri, mimeType, text } };
}
