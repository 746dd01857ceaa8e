import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHECKS } from "../../src/checks/index.ts";
import { root } from "../gates/source-files.ts";

const GUIDE = readFileSync(join(root, "docs/adding-a-check.md"), "utf8");
const FILES = new Map(
  [...GUIDE.matchAll(/^```ts title="(.+)"\n([^]*?)^```$/gm)].map(([, path = "", text = ""]) => [path, text]),
);
const FOLDERS = ["src/base", "src/protocol", "src/wire", "src/history", "src/checks"];

let folder: string;

/** A copy of the lower floors, with the files of the guide in their places. */
beforeAll(() => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  folder = mkdtempSync(join(root, ".cache/adding-a-check-"));
  for (const path of FOLDERS) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const [path, text] of FILES) writeFileSync(join(folder, path), text);
  const config = { extends: join(root, "tsconfig.json"), include: [], files: [...FILES.keys()] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "vitest.config.mjs"), "export default {};");
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(tool: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "node_modules", tool), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
}

test("the guide shows a check that the catalogue does not have, of about 50 lines, and its test", () => {
  const [check = "", unitTest] = [...FILES.keys()];
  expect(unitTest).toBe(check.replace(/\.ts$/, ".test.ts"));
  for (const text of FILES.values()) expect(text.split("\n").length).toBeLessThanOrEqual(50);
  const code = /[a-z]{3}-\d\d/.exec(check)?.[0]?.toUpperCase();
  expect(FILES.get(check)).toContain(`id: "${code}"`);
  expect(CHECKS.map(({ id }) => id)).not.toContain(code);
});

test("what it shows compiles as it stands", () => {
  expect(run("typescript/bin/tsc", "--noEmit", "-p", folder)).toEqual({ status: 0, output: "" });
});

test("what it shows passes as it stands", () => {
  const { status, output } = run("vitest/vitest.mjs", "run", "lif-09");
  expect(output).toMatch(/Tests .*4 passed/);
  expect(status).toBe(0);
});

test("what it names exists", () => {
  const paths = [...GUIDE.matchAll(/`((?:src|scripts|test|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(paths).not.toEqual([]);
  const missing = paths.filter((path) => !existsSync(join(root, path)) && !FILES.has(path));
  expect(missing).toEqual([]);
});
