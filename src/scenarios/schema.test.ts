import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkInput } from "../base/schema-problems.ts";
import jsonSchema from "../../schema/scenario.schema.json" with { type: "json" };
import { scenarioSchema } from "./schema.ts";

const accepts = new Ajv2020({ strict: true }).compile(jsonSchema);

/** A value that is mostly right, and sometimes another. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue() });
const call = fc.record(
  { tool: mostly(fc.string({ minLength: 1 })), args: mostly(fc.dictionary(fc.string(), fc.jsonValue())) },
  { requiredKeys: ["tool"] },
);
const timeoutMs = mostly(fc.integer({ min: 0, max: 3_600_001 }));
const expectation = fc.record(
  {
    outcome: mostly(fc.constantFrom("success", "error", "timeout")),
    minDurationMs: mostly(fc.double({ min: 0, max: 3_600_000, noNaN: true })),
    maxDurationMs: mostly(fc.double({ min: 0, max: 3_600_000, noNaN: true })),
    progressValues: mostly(fc.array(fc.integer())),
    result: mostly(
      fc.record(
        { isError: mostly(fc.boolean()), textContains: mostly(fc.string()), textBytes: mostly(fc.nat()) },
        { requiredKeys: [] },
      ),
    ),
    error: mostly(
      fc.record(
        {
          kind: mostly(fc.constantFrom("tool_error", "timeout")),
          code: mostly(fc.integer()),
          messageContains: mostly(fc.string()),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: ["outcome"] },
);
const known = {
  $schema: mostly(fc.string()),
  name: mostly(fc.string({ minLength: 1 })),
  protocolVersion: mostly(fc.constantFrom("2026-07-28", "2024-11-05", "auto")),
  call: mostly(call),
  timeoutMs,
  expect: mostly(expectation),
  observe: mostly(
    fc.record({ call: mostly(call), timeoutMs, expect: mostly(expectation) }, { requiredKeys: ["call", "expect"] }),
  ),
};
const requiredKeys = ["name", "call", "expect"] as const;
const scenario = fc.oneof(
  { weight: 9, arbitrary: fc.record(known, { requiredKeys: [...requiredKeys] }) },
  { weight: 1, arbitrary: fc.record({ ...known, unknown: fc.jsonValue() }, { requiredKeys: [...requiredKeys] }) },
);

test("the JSON Schema accepts exactly what is accepted when a file is loaded", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(mostly(scenario), (value) => {
      const input: unknown = JSON.parse(JSON.stringify(value));
      const isAccepted = checkInput(scenarioSchema, input).problems === undefined;
      seen[isAccepted ? "accepted" : "refused"] += 1;
      expect([input, isAccepted]).toEqual([input, accepts(input)]);
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100); // else it would have tested nothing
});
