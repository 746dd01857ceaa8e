// Installs packages that a check needs and the product does not: pinned by a lock of their own, into a folder of .cache.
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";

const FILES = ["package.json", "package-lock.json"];

/**
 * Installs what `scripts/NAME/package.json` and its lock name, unless that is there already. Install scripts are not run.
 * @param {string} name
 * @returns {string} the folder that holds `node_modules`
 */
export function installPinned(name) {
  const source = join(root, "scripts", name);
  const folder = join(root, ".cache", name);
  const stamp = join(folder, "installed");
  const wanted = digest(FILES.map((file) => join(source, file)));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(join(source, file), join(folder, file));
  copyFileSync(join(root, ".npmrc"), join(folder, ".npmrc"));
  run("npm", ["ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"], folder);
  writeFileSync(stamp, wanted);
  return folder;
}

/** @param {readonly string[]} files */
export function digest(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * Runs a command to its end. Throws with all that it printed where it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export function run(command, args, cwd) {
  const shell = process.platform === "win32";
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", shell });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd}:\n${stdout}${stderr}`);
}
