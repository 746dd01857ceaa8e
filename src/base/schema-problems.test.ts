import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { isRecord } from "./is-record.ts";
import { checkInput } from "./schema-problems.ts";

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const schema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(8)),
  timeoutMs: v.optional(whole(1, 3_600_000), 30_000),
  expect: v.strictObject({
    outcome: v.picklist(["success", "error"]),
    maxDurationMs: v.optional(v.pipe(v.number(), v.minValue(0))),
    values: v.optional(v.pipe(v.array(v.number()), v.maxLength(3))),
    result: v.optional(v.strictObject({ isError: v.optional(v.boolean()) })),
  }),
  args: v.optional(v.pipe(v.custom<object>(isRecord), v.metadata({ allowed: "an object" }))),
  headers: v.optional(v.record(v.string(), v.string())),
  to: v.optional(
    v.variant("transport", [
      v.strictObject({ transport: v.literal("stdio"), command: v.string() }),
      v.strictObject({ transport: v.literal("http"), url: v.string() }),
    ]),
  ),
});
const good = { name: "n", expect: { outcome: "success" } };

test("gives the parsed value, defaults filled in", () => {
  expect(checkInput(schema, good)).toEqual({ value: { ...good, timeoutMs: 30_000 } });
});

describe("tells path, what was found and what is allowed", () => {
  test.each([
    [null, "$: found null, allowed is an object"],
    [[], "$: found an array, allowed is an object"],
    [{ ...good, name: "" }, '$.name: found "", allowed is a text of 1 to 8 characters'],
    [{ ...good, name: 5 }, "$.name: found 5, allowed is a text of 1 to 8 characters"],
    [{ expect: good.expect }, "$.name: missing; required is a text of 1 to 8 characters"],
    [{ ...good, timeoutMs: 0 }, "$.timeoutMs: found 0, allowed is a whole number from 1 to 3600000"],
    [{ ...good, timeoutMs: 1.5 }, "$.timeoutMs: found 1.5, allowed is a whole number from 1 to 3600000"],
    [{ ...good, timeoutMs: "500" }, '$.timeoutMs: found "500", allowed is a whole number from 1 to 3600000'],
    [{ ...good, timeoutMs: null }, "$.timeoutMs: found null, allowed is a whole number from 1 to 3600000"],
    [
      { ...good, expect: { outcome: "sucess" } },
      '$.expect.outcome: found "sucess", allowed are "success", "error"; did you mean "success"?',
    ],
    [
      { ...good, expect: { outcome: "error", maxDurationMs: -1 } },
      "$.expect.maxDurationMs: found -1, allowed is a number of 0 or more",
    ],
    [{ ...good, expect: { outcome: "error", values: [1, "2"] } }, '$.expect.values[1]: found "2", allowed is a number'],
    [
      { ...good, expect: { outcome: "error", values: [1, 2, 3, 4] } },
      "$.expect.values: found an array, allowed is an array of at most 3 items",
    ],
    [{ ...good, expect: { outcome: "error", result: [] } }, "$.expect.result: found an array, allowed is an object"],
    [
      { ...good, expect: { outcome: "error", result: { isError: "no" } } },
      '$.expect.result.isError: found "no", allowed is true or false',
    ],
    [{ ...good, args: [1] }, "$.args: found an array, allowed is an object"],
    [{ ...good, headers: { "X-A b": 1 } }, '$.headers["X-A b"]: found 1, allowed is a text'],
    [{ ...good, to: { transport: "pipe" } }, '$.to.transport: found "pipe", allowed are "stdio", "http"'],
    [{ ...good, to: {} }, '$.to.transport: missing; required is one of "stdio", "http"'],
    [
      { ...good, to: { transport: "http", command: "x" } },
      '$.to.command: unknown key "command"; allowed are "transport", "url"',
    ],
  ])("%j", (input, problem) => {
    expect(checkInput(schema, input).problems?.[0]).toBe(problem);
  });
});

test("tells every unknown key, with the nearest that is known", () => {
  const input: unknown = JSON.parse(
    '{"name": "n", "expect": {"outcom": "success"}, "timeout": 1, "__proto__": {"a": 1}, "constructor": 2}',
  );
  const known = 'allowed are "name", "timeoutMs", "expect", "args", "headers", "to"';
  expect(checkInput(schema, input).problems).toEqual([
    `$.timeout: unknown key "timeout"; did you mean "timeoutMs"?; ${known}`,
    `$.__proto__: unknown key "__proto__"; ${known}`,
    `$.constructor: unknown key "constructor"; ${known}`,
    '$.expect.outcom: unknown key "outcom"; did you mean "outcome"?; allowed are "outcome", "maxDurationMs", "values", "result"',
    '$.expect.outcome: missing; required is one of "success", "error"',
  ]);
});

test.each([
  [null, '; did you mean the text "null"?'],
  [false, ""],
  ["nul", '; did you mean "null"?'],
])("says of %j whether a text was meant", (as, hint) => {
  const schema = v.strictObject({ as: v.picklist(["null", "zero"]) });
  expect(checkInput(schema, { as }).problems).toEqual([
    `$.as: found ${JSON.stringify(as)}, allowed are "null", "zero"${hint}`,
  ]);
});

test("says of what has no keys that none is allowed", () => {
  expect(checkInput(v.strictObject({}), { loud: 1 }).problems).toEqual(['$.loud: unknown key "loud"; none is allowed']);
});

test("tells what a rule of its own says, and bounds how much is told", () => {
  const even = v.strictObject({
    n: v.pipe(
      v.number(),
      v.check((n) => n % 2 === 0, "must be even"),
    ),
  });
  expect(checkInput(even, { n: 1 }).problems).toEqual(["$.n: found 1, which must be even"]);
  const list = v.array(v.number());
  const problems = checkInput(list, Array(50).fill("x")).problems ?? [];
  expect([problems.length, problems.at(-1)]).toEqual([21, "… and 30 more"]);
});

test("leaves members alone whose names objects inherit", () => {
  const input: unknown = JSON.parse(
    '{"name": "n", "expect": {"outcome": "success"}, "args": {"__proto__": 1, "constructor": 2}}',
  );
  expect(JSON.stringify(checkInput(schema, input).value?.args)).toBe('{"__proto__":1,"constructor":2}');
});

test("tells only the type of what was found where values may be secrets", () => {
  const tellTale = v.strictObject({
    text: v.picklist(["a"]),
    list: v.array(v.number()),
    rule: v.pipe(
      v.string(),
      v.check(() => false, "is never right"),
    ),
    to: v.variant("kind", [v.strictObject({ kind: v.literal("x") })]),
    flag: v.boolean(),
    none: v.string(),
  });
  const secret = "hunter2";
  const input = { text: secret, list: [secret], rule: secret, to: { kind: secret }, flag: 12345, none: null };
  const problems = checkInput(tellTale, input, { quiet: true }).problems ?? [];
  expect(problems).toEqual([
    '$.text: found a text, allowed are "a"',
    "$.list[0]: found a text, allowed is a number",
    "$.rule: found a text, which is never right",
    '$.to.kind: found a text, allowed are "x"',
    "$.flag: found a number, allowed is true or false",
    "$.none: found null, allowed is a text",
  ]);
});

test("an array that needs items says how many", () => {
  const some = v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(3));
  expect(checkInput(some, []).problems).toEqual(["$: found an array, allowed is an array of 1 to 3 items"]);
});
