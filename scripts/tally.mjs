// Reads the counts that each part of a CI run left and prints the total: `N passed, N failed`.
// Arguments: NAME=EXIT_CODE=FILE for each part. A part that failed without saying in what counts as one failure.
import { existsSync, readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const argument of process.argv.slice(2)) {
  const [name, code, file = ""] = argument.split("=");
  const counts = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  /** @type {number} */
  const failures = counts.numFailedTests ?? 0;
  passed += counts.numPassedTests ?? 0;
  failed += failures === 0 && code !== "0" ? 1 : failures;
  if (code !== "0") console.log(`${name} failed (exit code ${code})`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
