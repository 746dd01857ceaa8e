import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkInput } from "../base/schema-problems.ts";
import { scenarioSchema } from "./schema.ts";

const accepts = new Ajv2020({ strict: true }).compile(
  JSON.parse(readFileSync(new URL("../../schema/scenario.schema.json", import.meta.url), "utf8")) as object,
);

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
const stepExpect = fc.record(
  {
    outcome: mostly(fc.constantFrom("success", "error", "timeout")),
    list: fc.record({ count: mostly(fc.nat()), names: mostly(fc.array(fc.string())) }, { requiredKeys: [] }),
    received: mostly(fc.boolean()),
  },
  { requiredKeys: [] },
);
const single = fc.oneof(
  ...[
    { call: mostly(call) },
    { list: mostly(fc.constantFrom("tools", "templates")) },
    { read: mostly(fc.string({ minLength: 1 })) },
    { prompt: mostly(fc.record({ name: fc.string({ minLength: 1 }) })) },
    { request: mostly(fc.record({ method: fc.string({ minLength: 1 }), params: mostly(fc.object()) })) },
    { waitFor: mostly(fc.record({ method: fc.string({ minLength: 1 }) })) },
    { cancel: mostly(fc.record({ call, afterMs: mostly(fc.nat({ max: 3_600_001 })) }, { requiredKeys: ["call"] })) },
    { reconnect: mostly(fc.constant(true)) },
    { call: mostly(call), list: fc.constant("tools") },
    {},
  ].map((action) => {
    const keys = Object.keys(action) as (keyof typeof action)[];
    return fc.record(
      { ...action, name: fc.string({ minLength: 1 }), expect: mostly(stepExpect) },
      { requiredKeys: keys },
    );
  }),
);
const parallel = fc.record(
  { parallel: mostly(fc.array(single, { minLength: 1, maxLength: 2 })), expect: mostly(stepExpect) },
  { requiredKeys: ["parallel"] },
);
const steps = mostly(
  fc.array(fc.oneof({ weight: 4, arbitrary: single }, { weight: 1, arbitrary: parallel }), { maxLength: 3 }),
);
const ledger = mostly(
  fc.array(
    fc.record(
      { args: mostly(fc.dictionary(fc.string(), fc.jsonValue())), asked: mostly(fc.nat()) },
      { requiredKeys: [] },
    ),
  ),
);
const rule = fc.oneof(
  fc.string(),
  fc.record(
    {
      when: fc.record({ method: mostly(fc.string()) }),
      inject: mostly(fc.constant([{ fault: "hang" }])),
      times: mostly(fc.constant("always")),
    },
    { requiredKeys: [] },
  ),
);
const known = {
  $schema: mostly(fc.string()),
  name: mostly(fc.string({ minLength: 1 })),
  protocolVersion: mostly(fc.constantFrom("2026-07-28", "2024-11-05", "auto")),
  call: mostly(call),
  timeoutMs,
  expect: mostly(expectation),
  inject: mostly(fc.array(rule, { maxLength: 2 })),
  control: mostly(fc.boolean()),
  ledger,
  observe: mostly(
    fc.record(
      {
        connection: mostly(fc.constantFrom("same", "new")),
        call: mostly(call),
        timeoutMs,
        expect: mostly(expectation),
      },
      { requiredKeys: ["call", "expect"] },
    ),
  ),
};
const { call: _call, expect: _expect, ...withSteps } = known;
const requiredKeys = ["name", "call", "expect"] as const;
const scenario = fc.oneof(
  { weight: 9, arbitrary: fc.record(known, { requiredKeys: [...requiredKeys] }) },
  { weight: 9, arbitrary: fc.record({ ...withSteps, steps }, { requiredKeys: ["name", "steps"] }) },
  { weight: 1, arbitrary: fc.record({ ...known, steps }, { requiredKeys: ["name"] }) },
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
    { numRuns: 800, seed: 1, endOnFailure: true },
  );
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(50); // else it would have tested nothing
});
