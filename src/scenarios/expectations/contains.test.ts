import { expect, test } from "vitest";
import type { Json } from "../../protocol/json.ts";
import { missing } from "./contains.ts";

const actual: Json = { total: 3, items: [{ id: 1, name: "a" }, { id: 2 }], note: null, flag: false };

test.each<[Json]>([[{}], [{ total: 3 }], [{ note: null, flag: false }], [{ items: [{ id: 1 }, {}] }], [actual]])(
  "%j is held",
  (expected) => {
    expect(missing(expected, actual, "result")).toEqual([]);
  },
);

test.each<[Json, string]>([
  [{ total: 4 }, "result.total: expected 4, actual 3"],
  [{ total: "3" }, 'result.total: expected "3", actual 3'],
  [{ other: 1 }, "result.other: expected 1, actual nothing"],
  [{ note: 0 }, "result.note: expected 0, actual null"],
  [{ items: [{ id: 1 }] }, 'result.items: expected [{"id":1}], actual [{"id":1,"name":"a"},{"id":2}]'],
  [{ items: [{ id: 9 }, { id: 2 }] }, "result.items[0].id: expected 9, actual 1"],
  [{ items: { 0: {} } }, 'result.items: expected {"0":{}}, actual [{"id":1,"name":"a"},{"id":2}]'],
  [{ total: {} }, "result.total: expected {}, actual 3"],
  [{ toString: 1 }, "result.toString: expected 1, actual nothing"],
])("%j is not", (expected, line) => {
  expect(missing(expected, actual, "result")).toEqual([line]);
});

test("of many places some are told, and how many there are", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}`, n]));
  const lines = missing(many, {}, "result");
  expect([lines.length, lines.at(-1)]).toEqual([11, "result: 30 differences"]);
});
