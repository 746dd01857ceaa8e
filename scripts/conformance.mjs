// Runs the official conformance suites against the lab's own server with nothing armed: directly, through faults that change nothing,
// and with event streams forced. Ends with one line, `N passed, N failed`; exit code 1 when anything failed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { root } from "./bundle.mjs";
import { judge } from "./conformance/judge.mjs";
import { MODES, RUNS } from "./conformance/runs.mjs";
import { startServer } from "./conformance/server.mjs";
import { runSuite } from "./conformance/suite.mjs";
import { installPinned } from "./install-pinned.mjs";

if (!existsSync(join(root, "dist/bin.cjs"))) await build();
const folder = installPinned("conformance");
/** @type {readonly import("./conformance/judge.mjs").Expected[]} */
const expected = JSON.parse(readFileSync(join(root, "scripts/conformance/expected-failures.json"), "utf8"));
let passed = 0;
let failed = 0;

for (const mode of MODES) {
  const server = await startServer(mode.serve);
  let checks = 0;
  try {
    for (const run of RUNS) {
      const verdict = judge(await runSuite(folder, run, server.url), expected);
      const known = verdict.known === 0 ? "" : `, ${verdict.known} failed as expected`;
      console.log(`${mode.name}, ${run.name}: ${verdict.passed} passed, ${verdict.failures.length} failed${known}`);
      for (const failure of verdict.failures) console.log(`  ${failure}`);
      checks += verdict.passed;
      failed += verdict.failures.length;
    }
  } finally {
    const { code, stderr } = await server.stop();
    const problems = stderr.split("\n").filter((line) => line.includes("internal error"));
    if (code !== 0) problems.push(`the server ended with exit code ${code}`);
    if (mode.proof !== undefined && (stderr.match(mode.proof) ?? []).length < checks)
      problems.push("the faults of the plan did not act on every exchange");
    for (const problem of problems) console.log(`  ${mode.name}: ${problem}`);
    failed += problems.length;
  }
  passed += checks;
}

if (process.env["TEST_RESULTS"] !== undefined)
  writeFileSync(process.env["TEST_RESULTS"], JSON.stringify({ numPassedTests: passed, numFailedTests: failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
