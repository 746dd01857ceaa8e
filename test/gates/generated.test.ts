import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { differences, generate } from "../../scripts/generate.mjs";

test("every generated file is as its source has it (npm run generate)", async () => {
  expect(await generate({ write: false })).toEqual([]);
}, 60_000); // hundreds of pages are made and formatted

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "generated-"));
  mkdirSync(join(folder, "docs"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("the gate sees what is stale, what is missing and what belongs to nothing", async () => {
  writeFileSync(join(folder, "docs/fresh.md"), "fresh\n");
  writeFileSync(join(folder, "docs/stale.md"), "old\n");
  writeFileSync(join(folder, "docs/left-over.md"), "gone\n");
  const texts = new Map([
    ["docs/fresh.md", "fresh\n"],
    ["docs/stale.md", "new\n"],
    ["docs/missing.md", "new\n"],
  ]);
  expect((await differences(texts, ["docs"], folder)).map(({ path, problem }) => `${path} ${problem}`)).toEqual([
    "docs/stale.md is stale",
    "docs/missing.md is missing",
    "docs/left-over.md belongs to nothing",
  ]);
});

test("a folder that does not exist yet is no problem", async () => {
  expect(await differences(new Map(), ["elsewhere"], folder)).toEqual([]);
});
