import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const WORDS = ["--report", "--repeat", "--target", "name", "timeoutMs", "maxDurationMs", "minDurationMs"];

test.each([
  ["--reprot", "--report"],
  ["--repaet", "--repeat"],
  ["--TARGET", "--target"],
  ["timeout", "timeoutMs"],
  ["nam", "name"],
  ["minDuration", "minDurationMs"],
])("%s was meant to be %s", (word, expected) => {
  expect(nearest(word, WORDS)).toBe(expected);
});

test.each(["", "x", "--zzzzzz", "entirely different", "n".repeat(10_000)])("nothing is near %j", (word) => {
  expect(nearest(word, WORDS)).toBeUndefined();
});
