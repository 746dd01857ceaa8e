import { expect, test } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { argumentFault } from "./arguments.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    text: { type: "string" },
    count: { type: "integer" },
    share: { type: "number" },
    urgent: { type: "boolean" },
    place: { $ref: "#/$defs/place" },
  },
  required: ["text"],
  additionalProperties: false,
};

test.each<[args: JsonObject]>([
  [{ text: "" }],
  [{ text: "a", count: -1, share: 0.5, urgent: false, place: "anything" }],
])("%j fits", (args) => {
  expect(argumentFault("t", SCHEMA, args)).toBeUndefined();
});

test.each<[args: JsonObject, fault: string]>([
  [{}, "Tool t: argument text: found nothing, allowed is a value of type string"],
  [{ text: 1 }, "Tool t: argument text: found 1, allowed is a value of type string"],
  [{ text: "a", count: 1.5 }, "Tool t: argument count: found 1.5, allowed is a value of type integer"],
  [{ text: "a", share: "1" }, 'Tool t: argument share: found "1", allowed is a value of type number'],
  [{ text: "a", urgent: null }, "Tool t: argument urgent: found null, allowed is a value of type boolean"],
  [{ text: "a", more: 1 }, 'Tool t: found unknown argument "more"; allowed are text, count, share, urgent, place'],
])("%j does not", (args, fault) => {
  expect(argumentFault("t", SCHEMA, args)).toBe(fault);
});

test("a schema that allows more takes more", () => {
  expect(argumentFault("t", { type: "object" }, { more: 1 })).toBeUndefined();
});
