import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PARSERS } from "../fuzz/parsers.ts";

// A few inputs for each parser, always the same; `npm run fuzz` tries a million, and how the time grows.

const RUNS = 400;

test("there are parsers", () => {
  expect(PARSERS.length).toBeGreaterThan(14);
});

describe.each(PARSERS.map((parser) => [parser.name, parser] as const))("%s", (_name, parser) => {
  test("throws nothing but its own error, and keeps what it promises", () => {
    const property = fc.property(parser.input, (input) => parser.read(input));
    expect(() => fc.assert(property, { numRuns: RUNS, seed: 1 })).not.toThrow();
  });

  test.each(Object.entries(parser.growing))("is not overthrown by %s", (_kind, grow) => {
    expect(() => parser.read(grow(1))).not.toThrow();
  });
});
