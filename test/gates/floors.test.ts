import { describe, expect, test } from "vitest";
import { FLOORS, floorViolations } from "./floors.ts";
import { readSources } from "./source-files.ts";

test("the house keeps its floors", () => {
  expect(floorViolations(readSources("src"))).toEqual([]);
});

test("no folder stands on two floors", () => {
  const folders = FLOORS.flat();
  expect(new Set(folders).size).toBe(folders.length);
});

describe("the gate sees", () => {
  const check = (files: Record<string, string>) => floorViolations(new Map(Object.entries(files)));

  test.each([
    ["a value", `import { a } from "../wire/a.ts";`],
    ["a type", `import type { A } from "../wire/a.ts";`],
    ["a type in an expression", `export type A = import("../wire/a.ts").A;`],
    ["a dynamic import", `export const a = () => import("../wire/a.ts");`],
    ["a re-export", `export { a } from "../wire/a.ts";`],
    ["everything re-exported", `export * from "../wire/a.ts";`],
    ["an import for its effect", `import "../wire/a.ts";`],
  ])("an import from a higher floor: %s", (_, source) => {
    const expected = "src/base/b.ts imports src/wire/a.ts: wire stands above base";
    expect(check({ "src/base/b.ts": source })).toEqual([expected]);
  });

  test.each([
    ["a neighbour on the floor", "src/faults/a.ts", "../history/b.ts", "stand on the same floor"],
    ["an index of another folder", "src/plan/a.ts", "../wire/index.ts", "import the file, not its index.ts"],
    ["an index in a nested folder", "src/plan/a.ts", "../wire/framing/index.ts", "import the file, not its index.ts"],
    ["a folder without a floor", "src/attic/a.ts", "../base/b.ts", "no floor is known for attic"],
    ["a way out of src", "src/cli/a.ts", "../../test/b.ts", "outside src"],
    ["a missing .ts", "src/cli/a.ts", "./b.js", "a relative import ends with .ts"],
    ["the public entry from inside", "src/cli/a.ts", "../index.ts", "the public entries are imported by nobody"],
    ["the command line from the library", "src/index.ts", "./cli/a.ts", "the library does not know the command line"],
  ])("%s", (_, path, specifier, says) => {
    expect(check({ [path]: `import "${specifier}";` })).toEqual([expect.stringContaining(says)]);
  });

  test("a cycle of types alone", () => {
    const files = {
      "src/wire/a.ts": `import type { B } from "./b.ts";`,
      "src/wire/b.ts": `import type { C } from "./deep/c.ts";`,
      "src/wire/deep/c.ts": `import type { A } from "../a.ts";`,
    };
    expect(check(files)).toEqual(["cycle: src/wire/a.ts -> src/wire/b.ts -> src/wire/deep/c.ts -> src/wire/a.ts"]);
  });
});

test("the gate lets pass what is allowed", () => {
  const sources = {
    "src/index.ts": `export { a } from "./server/a.ts";`,
    "src/server/a.ts": `import { faults } from "../faults/index.ts"; import "./b.ts"; import "node:fs"; import "yaml";`,
    "src/server/b.ts": `export const text = 'import "../cli/main.ts"';`,
  };
  expect(floorViolations(new Map(Object.entries(sources)))).toEqual([]);
});
