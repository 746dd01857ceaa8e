import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { positionOf, scanJson } from "./json-scan.ts";

const DEPTH = 512;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("agrees with JSON.parse", () => {
  test("about every JSON text", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, "\t"), (text, space) => {
        expect(scanJson(JSON.stringify(JSON.parse(text), null, space), DEPTH).syntax).toBeUndefined();
      }),
    );
  });

  test("about texts that were JSON until something was changed", () => {
    const edits = fc.record({
      at: fc.nat(400),
      drop: fc.nat(3),
      put: fc.constantFrom(...'{ } [ ] , : " \\ - + . 0 e 1 t n \n \u0000 é'.split(" "), " ", ""),
    });
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), edits, (text, { at, drop, put }) => {
        const index = at % (text.length + 1);
        const broken = text.slice(0, index) + put + text.slice(index + drop);
        expect([broken, scanJson(broken, DEPTH).syntax === undefined]).toEqual([broken, isJson(broken)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("says where and what", () => {
  test.each([
    ["", "1:1", "expected a value, found the end of the text"],
    ['{"a": 1,}', "1:9", 'expected a name in double quotes, found "}"'],
    ['{\n  "a": 1\n  "b": 2\n}', "3:3", 'expected "," or "}", found "\\""'],
    ["{'a': 1}", "1:2", 'expected a name in double quotes, found "\'"'],
    ['{"a": tru}', "1:7", 'expected a value, found "tru"'],
    ['{"a" 1}', "1:6", 'expected ":", found "1"'],
    ['["a", ]', "1:7", 'expected a value, found "]"'],
    ['["a"', "1:5", 'expected "," or "]", found the end of the text'],
    ["[-]", "1:2", "expected a number"],
    ["[01]", "1:3", 'expected "," or "]", found "1"'],
    ['["a\nb"]', "1:2", "a text that does not end, or holds a line end or an escape that JSON does not know"],
    ["{} // done", "1:4", 'expected the end of the text, found "/"'],
    ["[😀]", "1:2", 'expected a value, found "😀"'],
  ])("%j", (text, position, message) => {
    const { syntax } = scanJson(text, DEPTH);
    const { line, column } = positionOf(text, syntax?.offset ?? -1);
    expect([`${line}:${column}`, syntax?.message]).toEqual([position, message]);
  });

  test("nesting beyond the limit, without using up the stack", () => {
    expect(scanJson("[".repeat(3) + "]".repeat(3), 2).syntax).toBeUndefined();
    expect(scanJson("[".repeat(100_000), 2).syntax).toEqual({ offset: 3, message: "nested deeper than 2 levels" });
  });
});

test("tells of the first twenty names alone", () => {
  const text = `{${'"a":1,'.repeat(1_000)}"a":1}`;
  expect(scanJson(text, DEPTH).duplicates).toHaveLength(20);
});

test("tells of names that stand twice in one object, however they are written", () => {
  const text = '{"a": {"b": 1, "\\u0062": 2}, "c": [{"b": 1}, {"b": 1}],\n "a": 3, "A": 4}';
  const found = scanJson(text, DEPTH).duplicates.map(({ offset, message }) => [positionOf(text, offset), message]);
  expect(found).toEqual([
    [{ line: 1, column: 16 }, 'the name "b" stands here a second time'],
    [{ line: 2, column: 2 }, 'the name "a" stands here a second time'],
  ]);
});
