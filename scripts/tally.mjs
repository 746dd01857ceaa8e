// Reads the counts that each part of a CI run left and prints the total: `N passed, N failed`.
// Before it the failed tests, since a log is often read from its end.
// Arguments: NAME=EXIT_CODE=FILE for each part. A part that failed without saying in what counts as one failure.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const MAX_TOLD = 50;

/** @type {string[]} */
const told = [];
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
  for (const { name: path = "", assertionResults = [], message = "" } of counts.testResults ?? []) {
    /** @type {{ fullName: string, failureMessages: string[] }[]} */
    const broken = assertionResults.filter((/** @type {{ status: string }} */ { status }) => status === "failed");
    const where = relative(process.cwd(), path);
    for (const { fullName, failureMessages } of broken)
      told.push(`${where}: ${fullName}: ${firstLine(failureMessages[0])}`);
    if (broken.length === 0 && message !== "") told.push(`${where}: ${firstLine(message)}`);
  }
}
for (const line of told.slice(0, MAX_TOLD)) console.log(`FAILED ${line}`);
if (told.length > MAX_TOLD) console.log(`and ${told.length - MAX_TOLD} more`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** @param {string} [text] */
function firstLine(text = "") {
  return text.split("\n", 1)[0];
}
