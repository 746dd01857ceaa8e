import { expect, test } from "vitest";
import { changedNumbers } from "./changed-numbers.ts";

test("a whole number that was changed by reading it is told, wherever it stands within", () => {
  const args: unknown = JSON.parse(
    '{"id":9007199254740993,"list":[1,-9007199254740993],"deep":{"n":1234567890123456789}}',
  );
  const told = changedNumbers({ steps: [{ call: { args } }] }, "args");
  expect(told.map((problem) => problem.split(":")[0])).toEqual([
    "$.steps[0].call.args.id",
    "$.steps[0].call.args.list[1]",
    "$.steps[0].call.args.deep.n",
  ]);
  expect(told[0]).toMatch(
    /: found 9007199254740992, allowed are whole numbers up to 9007199254740991: .*write it as a text$/,
  );
});

test("what is held as it was written is not, nor what stands elsewhere", () => {
  const args = { a: Number.MAX_SAFE_INTEGER, b: -1, c: 0.1, d: 1e300, e: 1e21, f: "9007199254740993", g: null };
  expect(changedNumbers({ call: { args }, other: 2 ** 60 }, "args")).toEqual([]);
});

test("no more than twenty are told", () => {
  expect(changedNumbers({ args: Array.from({ length: 1_000 }, () => 2 ** 60) }, "args")).toHaveLength(20);
});
