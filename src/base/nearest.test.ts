import { expect, test } from "vitest";
import { nearest, nearestFew } from "./nearest.ts";

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

const NAMES = [
  "broken_json",
  "odd_json",
  "duplicate_response",
  "duplicate_names",
  "delay",
  "late_head",
  "late_answer",
  "hang",
];

test.each([
  ["hnag", ["hang"]],
  ["jsno", []],
  ["duplicate", ["duplicate_response", "duplicate_names"]],
  ["json", ["broken_json", "odd_json"]],
  ["late", ["late_head", "late_answer"]],
  ["late_ansewr", ["late_answer"]],
  ["a", []],
])("%s was perhaps meant to be one of %j", (word, expected) => {
  expect(nearestFew(word, NAMES)).toEqual(expected);
});

test("of many that are near only the nearest are told", () => {
  expect(nearestFew("step", ["step-12", "stop", "step-1", "step", "steps"], 3)).toEqual(["step", "stop", "steps"]);
});
