import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Tail } from "./tail.ts";

test("keeps the end, however it was cut, and knows whether that is all", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30, size: "max", unit: "grapheme-ascii" }), { maxLength: 8 }),
      (chunks) => {
        const tail = new Tail(10);
        for (const chunk of chunks) tail.push(Buffer.from(chunk));
        const all = chunks.join("");
        expect(tail.text).toBe(all.slice(-10));
        expect(tail.cut).toBe(all.length > 10);
      },
    ),
  );
});

test("holds no more memory than twice what it keeps, and no buffer of others", () => {
  const tail = new Tail(10);
  const chunk = Buffer.alloc(3, "a");
  for (let n = 0; n < 100; n++) tail.push(chunk);
  expect(tail.text).toBe("a".repeat(10));
});
