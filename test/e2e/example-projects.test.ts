import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../gates/source-files.ts";
import { dependenciesOf, runProject } from "./example-project.ts";

test("the project with Vitest passes", () => {
  const { code, output } = runProject("vitest", ["node_modules/vitest/vitest.mjs", "run"]);
  expect(output).toMatch(/Tests +3 passed \(3\)/);
  expect(code).toBe(0);
});

test("the project with node:test passes", () => {
  const { code, output } = runProject("node-test", ["--test", "--test-reporter", "tap"]);
  expect(output).toMatch(/^# pass 3$/m);
  expect(code).toBe(0);
});

test.each(["vitest", "jest", "node-test"])("%s: what it installs is what was tried", (project) => {
  const { "mcp-failure-lab": lab, ...others } = dependenciesOf(project);
  const { version, devDependencies } = manifestOf("package.json");
  const { dependencies } = manifestOf("scripts/package-smoke/package.json");
  expect(lab).toBe(version);
  expect({ ...dependencies, ...devDependencies }).toMatchObject(others);
});

function manifestOf(path: string) {
  // The manifests are ours.
  return JSON.parse(readFileSync(join(root, path), "utf8")) as {
    readonly version?: string;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
}
