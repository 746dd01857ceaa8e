// Runs every gate that is not a test, says how each went and how long it took; exit code 1 when one failed.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { libraryEntries, root } from "./bundle.mjs";

/** @typedef {{ name: string, command: readonly [string, ...string[]], needs?: () => string | undefined }} Gate */

const needsLibrary = () =>
  libraryEntries().length === 2 ? undefined : "src/index.ts and src/testing.ts do not exist yet";

/** @type {readonly Gate[]} */
export const GATES = [
  { name: "typecheck", command: ["tsc", "--noEmit"] },
  { name: "lint", command: ["oxlint", "--type-aware", "src", "test", "scripts", "bench"] },
  { name: "format", command: ["prettier", "--check", "--log-level", "warn", "."] },
  { name: "unused", command: ["knip"] },
  { name: "package", command: ["publint", "--strict"], needs: needsLibrary },
  { name: "package types", command: ["attw", "--pack", ".", "--profile", "esm-only"], needs: needsLibrary },
];

/**
 * @param {readonly [string, ...string[]]} command of a package in node_modules
 * @param {string} cwd
 */
export function runGate([program, ...args], cwd) {
  const file = join(root, "node_modules/.bin", program);
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return { passed: status === 0, output: `${stdout}${stderr}` };
}

function main() {
  let failed = 0;
  let passed = 0;
  if (!existsSync(join(root, "dist")))
    spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  for (const gate of GATES) {
    const missing = gate.needs?.();
    if (missing !== undefined) {
      console.log(`-     ${gate.name}: not run, ${missing}`);
      continue;
    }
    const start = performance.now();
    const result = runGate(gate.command, root);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${result.passed ? "ok   " : "FAIL "} ${gate.name} (${seconds} s)`);
    if (result.passed) passed += 1;
    else {
      failed += 1;
      console.log(result.output.replace(/^/gm, "      "));
    }
  }
  const counts = { numPassedTests: passed, numFailedTests: failed };
  if (process.env["TEST_RESULTS"] !== undefined) writeFileSync(process.env["TEST_RESULTS"], JSON.stringify(counts));
  process.exitCode = failed > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
