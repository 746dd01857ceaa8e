import { expect, test } from "vitest";
import { clip } from "./clip.ts";
import { MAX_SAID_CHARACTERS } from "./limits.ts";

test("a text within the bound stays as it is", () => {
  const text = "x".repeat(MAX_SAID_CHARACTERS);
  expect(clip(text)).toBe(text);
});

test("a longer one is cut, and says how much is missing", () => {
  expect(clip("y".repeat(MAX_SAID_CHARACTERS + 7))).toBe(`${"y".repeat(MAX_SAID_CHARACTERS)}… (7 characters more)`);
});
