import type { Json } from "../protocol/json.ts";

const OBJECT = { type: "object", properties: { value: { type: "string" } } } as const;
/** The 200 kB of a schema that is good but large. */
const MANY = Object.fromEntries(
  Array.from({ length: 2_000 }, (_, n): [string, Json] => [
    `property_${n}`,
    { type: "string", description: "x".repeat(60) },
  ]),
);

/** Input schemas as they are seldom seen. */
export const ODD_SCHEMAS = {
  "root-any-of": { anyOf: [OBJECT, { type: "object", properties: { other: { type: "number" } } }] },
  "root-all-of": {
    type: "object",
    allOf: [OBJECT],
    if: { required: ["value"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits it
    then: { required: ["value"] },
  },
  "type-string": { type: "string" },
  "type-list": { type: ["object", "null"], properties: {} },
  "required-inside": { type: "object", properties: { value: { type: "string", required: true } } },
  "local-ref": {
    type: "object",
    properties: { value: { $ref: "#/$defs/value" } },
    $defs: { value: { type: "string" } },
  },
  "broken-ref": { type: "object", properties: { value: { $ref: "#/$defs/nothing" } } },
  recursive: { type: "object", properties: { child: { $ref: "#" } } },
  "empty-list": [],
  "properties-list": { type: "object", properties: [] },
  "no-properties": { type: "object" },
  "required-object": { type: "object", properties: { value: { type: "string" } }, required: {} },
  "array-without-items": { type: "object", properties: { values: { type: "array" } } },
  "nullable-type": { type: "object", properties: { value: { type: ["string", "null"] } } },
  boolean: true,
  null: null,
  "draft-07": { $schema: "http://json-schema.org/draft-07/schema#", ...OBJECT },
  "unknown-dialect": { $schema: "https://example.com/no-such-dialect", ...OBJECT },
  "bad-pattern": { type: "object", properties: { value: { type: "string", pattern: "(" } } },
  "bad-header": { type: "object", properties: { value: { type: "string", "x-mcp-header": "not a token" } } },
  large: { type: "object", properties: MANY },
} as const satisfies Readonly<Record<string, Json>>;
