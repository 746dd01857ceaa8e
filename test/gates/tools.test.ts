import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { GATES, runGate } from "../../scripts/gates.mjs";
import { root } from "./source-files.ts";

const CONFIGURATION = [".oxlintrc.json", ".prettierrc.json", ".prettierignore", "knip.json", "tsconfig.json"];
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs one of our gates, with our configuration, over a small project of its own. */
function run(gate: string, files: Record<string, string>): { passed: boolean; output: string } {
  const folder = mkdtempSync(join(tmpdir(), "gate-"));
  folders.push(folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const name of CONFIGURATION) copyFileSync(join(root, name), join(folder, name));
  const manifest = JSON.stringify({ name: "sample", version: "1.0.0", type: "module", license: "MIT" }, null, 2);
  for (const [path, text] of Object.entries({ "package.json": `${manifest}\n`, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const found = GATES.find(({ name }) => name === gate);
  if (found === undefined) throw new Error(`no gate is named ${gate}`);
  return runGate(found.command, folder);
}

const PACKAGE = {
  name: "sample",
  version: "1.0.0",
  type: "module",
  license: "MIT",
  files: ["dist"],
  exports: { ".": { types: "./dist/a.d.ts", default: "./dist/a.js" } },
};

const VIOLATIONS: readonly [gate: string, says: string, files: Record<string, string>][] = [
  ["typecheck", "TS2322", { "src/a.ts": `export const first: string = ["a"][0];\n` }],
  ["typecheck", "TS1294", { "src/a.ts": `export enum Colour {\n  Red,\n}\n` }],
  ["format", "src/a.ts", { "src/a.ts": `export const a = 'x'\n` }],
  ["unused", "forgotten", { "src/cli/main.ts": `import "../a.ts";\n`, "src/a.ts": `export const forgotten = 1;\n` }],
  ["unused", "Unused files", { "src/cli/main.ts": `export {};\n`, "src/a.ts": `export {};\n` }],
  ["package", "does not exist", { "package.json": JSON.stringify(PACKAGE), "dist/a.d.ts": "export {};\n" }],
  [
    "package types", // a package without any declaration passes it; package.test.ts looks for them
    "Resolution failed",
    {
      "package.json": JSON.stringify({ ...PACKAGE, exports: { ...PACKAGE.exports, "./b": "./dist/b.js" } }),
      "dist/a.d.ts": "export {};\n",
      "dist/a.js": "export {};\n",
    },
  ],
];

test.each(VIOLATIONS)("the gate %s sees %s", (gate, says, files) => {
  const { passed, output } = run(gate, files);
  expect(output).toContain(says);
  expect(passed).toBe(false);
});

describe("lint sees", () => {
  const fault = "src/faults/a.ts";

  test.each([
    ["no-floating-promises", fault, `async function f() {}\nexport function g() {\n  f();\n}\n`],
    ["no-misused-promises", fault, `[1].forEach(async () => {});\n`],
    ["no-explicit-any", fault, `export const f = (x: any): unknown => x;\n`],
    ["no-unsafe-assignment", fault, `export const x: string = JSON.parse("1");\n`],
    ["no-console", fault, `console.log(1);\n`],
    ["no-cycle", fault, `import type { B } from "./b.ts";\nexport type A = B | 1;\n`],
    ["no-restricted-globals", fault, `setTimeout(() => {}, 1);\n`],
    ["no-restricted-globals", fault, `export const now = new Date();\n`],
    ["no-restricted-globals", fault, `export const now = performance.now();\n`],
    ["no-restricted-properties", fault, `export const x = Math.random();\n`],
    ["no-restricted-properties", fault, `export const x = globalThis.setInterval;\n`],
    ["no-restricted-properties", fault, `export const x = crypto.randomUUID();\n`],
    ["no-restricted-properties", fault, `process.exit(1);\n`],
    ["no-restricted-imports", fault, `import { setTimeout as sleep } from "node:timers/promises";\nawait sleep(1);\n`],
    ["no-restricted-imports", fault, `import { randomUUID } from "node:crypto";\nexport const id = randomUUID();\n`],
    ["no-restricted-globals", "test/a.test.ts", `setTimeout(() => {}, 1);\n`],
    ["no-restricted-imports", "src/faults/a.test.ts", `export { setTimeout } from "node:timers/promises";\n`],
    [
      "switch-exhaustiveness-check",
      fault,
      `export function f(x: 1 | 2) {\n  switch (x) {\n    case 1:\n      return 1;\n  }\n}\n`,
    ],
  ])("%s in %s: %s", (rule, path, source) => {
    const { passed, output } = run("lint", {
      "src/faults/b.ts": `export type { A as B } from "./a.ts";\n`,
      [path]: source,
    });
    expect(output).toContain(rule);
    expect(passed).toBe(false);
  });

  test("nothing where time and chance come from", () => {
    const source = `export const now = (): number => Date.now() + Math.random();\nsetTimeout(now, performance.now());\n`;
    expect(run("lint", { "src/base/a.ts": source })).toEqual({ passed: true, output: expect.any(String) });
  });
});

test.each(["typecheck", "lint", "format", "unused"])("the gate %s lets a good project pass", (gate) => {
  const files = {
    "src/cli/main.ts": `import { a } from "../base/a.ts";\n\na();\n`,
    "src/base/a.ts": "export function a(): void {}\n",
  };
  expect(run(gate, files)).toEqual({ passed: true, output: expect.any(String) });
});
