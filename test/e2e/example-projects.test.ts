import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRecord } from "../../src/base/is-record.ts";
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
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (!isRecord(manifest) || !isRecord(manifest["devDependencies"])) throw new Error("no manifest");
  const { "mcp-failure-lab": lab, jest, ...others } = dependenciesOf(project);
  expect(lab).toBe(manifest["version"]);
  expect(manifest["devDependencies"]).toMatchObject(others);
  if (jest !== undefined)
    expect(readFileSync(join(root, "scripts/package-smoke/package.json"), "utf8")).toContain(`"jest": "${jest}"`);
});
