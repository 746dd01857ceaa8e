import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSources, root, type Sources } from "./source-files.ts";

// In pieces, so that this file is not its own violation.
const REGISTRIES = [
  "registry.npmjs" + ".org",
  "registry.yarnpkg" + ".com",
  "proxy.golang" + ".org",
  "pypi.org" + "/simple",
];
const MACHINE_PATH = new RegExp("(?<![\\w.*-])/(?:work|root)" + "/[\\w.]");
const SKIPPING = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|todo|fails|skipIf|runIf)\b/;
const FOCUSING = /\b(?:test|it|describe)(?:\.\w+)*\.only\b/;

function textViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    text.split("\n").flatMap((line, index) => {
      const at = `${path}:${index + 1}`;
      const registry = REGISTRIES.find((each) => line.includes(each));
      return [
        ...(MACHINE_PATH.test(line) ? [`${at}: a path of somebody's machine`] : []),
        ...(registry !== undefined ? [`${at}: the address of a registry`] : []),
        ...(path.endsWith("package-lock.json") && /^\s*"resolved":/.test(line) ? [`${at}: a resolved address`] : []),
      ];
    }),
  );
}

function skipViolations(tests: Sources): string[] {
  return [...tests].flatMap(([path, text]) =>
    text.split("\n").flatMap((line, index, lines) => {
      const reasoned = line.includes("//") || /^\s*(\/\/|\*)/.test(lines[index - 1] ?? "");
      if (FOCUSING.test(line)) return [`${path}:${index + 1}: a focused test`];
      return SKIPPING.test(line) && !reasoned ? [`${path}:${index + 1}: a skip without a reason`] : [];
    }),
  );
}

/** All text that is, or would be, under version control. */
function repositoryFiles(): Sources {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const paths = list
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)) && statSync(join(root, path)).isFile());
  const texts = paths.map((path): [string, string] => [path, readFileSync(join(root, path), "utf8")]);
  return new Map(texts.filter(([, text]) => !text.includes("\0")));
}

// reason: a copy without its history has no list of its files; everything else is tested there too
test.skipIf(!existsSync(join(root, ".git")))("no file names a machine or a registry", () => {
  expect(textViolations(repositoryFiles())).toEqual([]);
});

test("every skip carries its reason, and nothing is focused", () => {
  const tests = [...readSources("src"), ...readSources("test")].filter(([path]) => path.endsWith(".test.ts"));
  expect(skipViolations(new Map(tests.filter(([path]) => path !== "test/gates/repository.test.ts")))).toEqual([]);
});

describe("the gate sees", () => {
  test.each([
    ["a.md", "see /work" + "/main/x", "a path of somebody's machine"],
    ["a.json", `"/root` + `/.npmrc"`, "a path of somebody's machine"],
    [".npmrc", `registry=https://${REGISTRIES[0]}/`, "the address of a registry"],
    ["package-lock.json", `      "resolved": "https://example.org/a.tgz",`, "a resolved address"],
  ])("%s: %s", (path, text, says) => {
    expect(textViolations(new Map([[path, text]]))).toEqual([`${path}:1: ${says}`]);
  });

  test("a skip without a reason, and a focus with one", () => {
    const text = `test.skip("a", () => {});\n// reason: no such transport\ntest.skipIf(x)("b", f);\ntest.only("c", f); // quick`;
    const expected = ["a.test.ts:1: a skip without a reason", "a.test.ts:4: a focused test"];
    expect(skipViolations(new Map([["a.test.ts", text]]))).toEqual(expected);
  });

  test("nothing in ordinary text", () => {
    const text = `https://example.org/work/a framework/x ./root/y "resolved": 1`;
    expect(textViolations(new Map([["a.md", text]]))).toEqual([]);
  });
});
