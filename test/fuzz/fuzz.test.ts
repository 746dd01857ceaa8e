import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PARSERS } from "./parsers.ts";

/** Inputs over all parsers. */
const INPUTS = Number(process.env["FUZZ_INPUTS"] ?? 1_000_000);
const TIMES = 16;
/** What sixteen times the input may cost: sixteen times as much, and more for the memory that it takes. Were it quadratic it would be 256. */
const MOST = TIMES * 4;

describe.each(PARSERS.map((parser) => [parser.name, parser] as const))("%s", (_name, parser) => {
  test("throws nothing but its own error, and keeps what it promises", () => {
    const numRuns = Math.ceil(INPUTS / PARSERS.length);
    // The seed is printed where it fails.
    const property = fc.property(parser.input, (input) => parser.read(input));
    expect(() => fc.assert(property, { numRuns })).not.toThrow();
  });

  test.each(Object.entries(parser.growing))("costs as its input grows: %s", (_kind, grow) => {
    const [small, large] = [grow(1), grow(TIMES)];
    // The processor's time: what others do on this machine is not to count.
    const cost = (input: unknown): number => {
      const start = process.cpuUsage();
      parser.read(input);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    cost(small);
    const pairs = Array.from({ length: 3 }, () => [cost(small), cost(large)] as const);
    const least = (which: 0 | 1) => Math.max(200, Math.min(...pairs.map((pair) => pair[which])));
    expect(least(1) / least(0)).toBeLessThan(MOST);
  });
});
