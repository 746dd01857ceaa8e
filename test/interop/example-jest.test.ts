import { expect, test } from "vitest";
import { installPinned } from "../../scripts/install-pinned.mjs";
import { runProject } from "../e2e/example-project.ts";

test("the project with Jest passes", { timeout: 300_000 }, () => {
  const packages = installPinned("package-smoke");
  const jest = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js"];
  const { code, output } = runProject("jest", jest, packages);
  expect(output).toMatch(/^Tests: +3 passed, 3 total$/m);
  expect(code).toBe(0);
});
