import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { libraryEntries } from "../../scripts/bundle.mjs";
import { isNode, isRecord, root, syntaxNodes } from "./source-files.ts";

const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const ALLOWED_PREFIXES = ["dist/", "schema/", "examples/", "docs/"];
const ALLOWED_FILES = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
const MAY_BE_IMPORTED = /^(node:|@modelcontextprotocol\/client$)/;

/** Imports of packages that whoever compiles against these declarations would have to have. */
function leakedImports(entry: string, read: (path: string) => string): string[] {
  const leaks: string[] = [];
  const pending = [entry];
  for (const path of pending) {
    for (const { source } of syntaxNodes(path, read(path))) {
      if (!isNode(source) || source.type !== "Literal") continue;
      const specifier = String(source["value"]);
      const file = posix.join(posix.dirname(path), specifier).replace(/(\.d)?\.[tj]s$/, ".d.ts");
      if (!specifier.startsWith(".")) leaks.push(...(MAY_BE_IMPORTED.test(specifier) ? [] : [`${path}: ${specifier}`]));
      else if (!pending.includes(file)) pending.push(file);
    }
  }
  return leaks;
}

test("the package installs nothing else", () => {
  expect(isRecord(manifest) && manifest["dependencies"]).toBeUndefined();
});

test("the command can be run", () => {
  const command = join(root, "dist/bin.cjs");
  expect(readFileSync(command, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(command).mode & 0o111).toBe(0o111);
  const version = execFileSync(process.execPath, [command, "--version"], { encoding: "utf8" });
  expect(version).toBe(`${isRecord(manifest) ? String(manifest["version"]) : ""}\n`);
});

function packedFiles(): string[] {
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
  });
  return [...text.matchAll(/"path": "(.+)"/g)].map((match) => match[1] ?? "");
}

test("the package holds what its README links", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map((match) => posix.normalize(match[1] ?? ""));
  const files = packedFiles();
  expect(links).toContain("CONTRIBUTING.md");
  expect(
    links.filter((link) => !files.some((file) => file === link || file.startsWith(posix.join(link, "/")))),
  ).toEqual([]);
});

test("the package holds what it should and nothing else", () => {
  const files = packedFiles();
  expect(files).toContain("dist/bin.cjs");
  const allowed = (path: string) =>
    ALLOWED_FILES.includes(path) || ALLOWED_PREFIXES.some((each) => path.startsWith(each));
  // The projects among the examples are tests.
  const isTest = (path: string) => /\.test\./.test(path) && !path.startsWith("examples/library/");
  expect(files.filter((path) => !allowed(path) || isTest(path))).toEqual([]);
});

test.each(libraryEntries())("the declarations of %s are there and lean on no bundled package", (name) => {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  expect(leakedImports(`dist/types/${name}.d.ts`, read)).toEqual([]);
});

test("the gate sees a package that leaks through a second file", () => {
  const files: Record<string, string> = {
    "types/index.d.ts": `export type { A } from "./a.ts";\nimport type { Socket } from "node:net";`,
    "types/a.d.ts": `export type A = import("valibot").BaseSchema;`,
  };
  expect(leakedImports("types/index.d.ts", (path) => files[path] ?? "")).toEqual(["types/a.d.ts: valibot"]);
});
