// Runs the command line from source: bundles it when a source has changed, then runs the bundle in this very process, so
// that stdin, stdout, signals and exit code are the command's own. Says nothing itself unless the sources do not build.
// package.json starts it with `exec`, because a shell in between swallows SIGTERM and leaves the command behind; where the
// shell has no exec (Windows) call `node scripts/dev.mjs ARGS`.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const KEEP_MS = 24 * 60 * 60 * 1000; // a build may still be in use by a running server that loads a chunk late
const self = fileURLToPath(import.meta.url);
const root = join(dirname(self), "..");
const cache = join(root, ".cache", "dev");

if (process.env["MCP_FAILURE_LAB_DEV_BUILD"] === undefined) run();
else await buildInto(process.env["MCP_FAILURE_LAB_DEV_BUILD"]);

function run() {
  const folder = join(cache, fingerprint());
  if (!existsSync(folder)) {
    const env = { ...process.env, MCP_FAILURE_LAB_DEV_BUILD: folder };
    const { status } = spawnSync(process.execPath, [self], { env, stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(1);
  }
  const command = join(folder, "bin.cjs");
  process.argv[1] = command;
  createRequire(import.meta.url)(command);
}

/** Of every source's path, size and time of change. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const name of ["package.json", "package-lock.json", "scripts/bundle.mjs", ...list("src")]) {
    const { size, mtimeMs } = statSync(join(root, name));
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function list(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? list(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .filter((name) => !name.endsWith(".test.ts"))
    .sort();
}

/** @param {string} folder */
async function buildInto(folder) {
  const { bundleCommand } = await import("./bundle.mjs");
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    if (Date.now() - statSync(join(cache, name)).mtimeMs > KEEP_MS) rmSync(join(cache, name), { recursive: true });
  }
  const aside = mkdtempSync(join(cache, "aside-"));
  await bundleCommand(aside, { minify: false });
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true });
    if (!existsSync(folder)) throw error; // else another run was first, with the same sources
  }
}
