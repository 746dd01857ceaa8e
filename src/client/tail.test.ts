import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Tail } from "./tail.ts";

test("keeps the end, however it was cut, and knows whether that is all", () => {
  const short = fc.string({ maxLength: 5, unit: "grapheme-ascii" });
  const long = fc.string({ minLength: 11, maxLength: 30, unit: "grapheme-ascii" });
  const chunks = fc.oneof(fc.array(short, { maxLength: 30 }), fc.array(fc.oneof(short, long), { maxLength: 5 }));
  fc.assert(
    fc.property(chunks, (pieces) => {
      const tail = new Tail(10);
      for (const piece of pieces) tail.push(Buffer.from(piece));
      const all = pieces.join("");
      expect(tail.text).toBe(all.slice(-10));
      expect(tail.cut).toBe(all.length > 10);
    }),
    { numRuns: 1_000 },
  );
});

test("holds no more memory than twice what it keeps, and no buffer of others", () => {
  const tail = new Tail(10);
  const chunk = Buffer.alloc(3, "a");
  for (let n = 0; n < 100; n++) tail.push(chunk);
  expect(tail.text).toBe("a".repeat(10));
});
