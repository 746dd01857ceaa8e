import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../gates/source-files.ts";
import { blocksOf, PAGES } from "./docs/pages.ts";

/** The programs of docs/library.md, by the file that a reader saves them as. */
const PROGRAMS = PAGES.filter(({ path }) => path === "docs/library.md")
  .flatMap(blocksOf)
  .flatMap(({ language, title, text }) => (language === "ts" && title !== undefined ? [{ title, text }] : []));

let folder: string;

/** A project that has the built package and the official client. */
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "library-page-")));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/mcp-failure-lab"));
  for (const each of ["@modelcontextprotocol", "@types"])
    symlinkSync(join(root, "node_modules", each), join(folder, "node_modules", each));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the programs of the page compile", { timeout: 120_000 }, () => {
  expect(PROGRAMS.map(({ title }) => title)).toEqual(["fetch.ts", "connect.ts", "scenario.ts", "clock.ts"]);
  for (const { title, text } of PROGRAMS) writeFileSync(join(folder, title), text);
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const files = PROGRAMS.map(({ title }) => title);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});

test.each(PROGRAMS)("$title does what it says", ({ title, text }) => {
  // They hold no types, so that every Node.js reads them as they stand.
  const file = join(folder, title.replace(".ts", ".mjs"));
  writeFileSync(file, text);
  const { stderr, status } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
});
