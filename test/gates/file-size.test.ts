import { expect, test } from "vitest";
import { readSources, type Sources } from "./source-files.ts";

const MAX_LINES = 300;

/** Data tables that may be longer: path and reason. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([["src/faults/field-reports.ts", "a table of public reports"]]);

function tooLong(sources: Sources, exceptions: ReadonlyMap<string, string>): string[] {
  const long = [...sources]
    .filter(([, source]) => source.trimEnd().split("\n").length > MAX_LINES)
    .map(([path]) => path);
  const idle = [...exceptions.keys()].filter((path) => !long.includes(path));
  return [
    ...long.filter((path) => !exceptions.has(path)).map((path) => `${path} is longer than ${MAX_LINES} lines`),
    ...idle.map((path) => `${path} is excepted and need not be`),
  ];
}

test("no source file is longer than 300 lines", () => {
  expect(tooLong(readSources("src"), EXCEPTIONS)).toEqual([]);
});

test("the gate sees a long file and an exception that is not needed", () => {
  const sources = new Map([
    ["src/long.ts", "x;\n".repeat(301)],
    ["src/table.ts", "x;\n".repeat(999)],
    ["src/fits.ts", "x;\n".repeat(300)],
  ]);
  const exceptions = new Map([
    ["src/table.ts", "data"],
    ["src/fits.ts", "data"],
  ]);
  expect(tooLong(sources, exceptions)).toEqual([
    "src/long.ts is longer than 300 lines",
    "src/fits.ts is excepted and need not be",
  ]);
});
