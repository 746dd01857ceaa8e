import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { installPinned } from "../../scripts/install-pinned.mjs";
import { isRecord } from "../../src/base/is-record.ts";
import { root } from "../gates/source-files.ts";

/** Servers that others have published, installed from pinned versions into .cache. Where they cannot be had, their tests fail. */
export interface PublishedServers {
  /** The installed form of what `npx` or `uvx` would fetch and start. */
  commandOf(command: string, args: readonly string[]): { readonly command: string; readonly args: readonly string[] };
}

export function installPublishedServers(): PublishedServers {
  const npm = createRequire(join(installPinned("interop"), "index.js"));
  const own = createRequire(import.meta.url);
  const python = installPython();
  return {
    commandOf(command, [first = "", name = "", ...rest]) {
      if (command === "npx" && first === "-y")
        return { command: process.execPath, args: [programOf(name, npm, own), ...rest] };
      if (command === "uvx") return { command: join(python, "bin", first), args: name === "" ? [] : [name, ...rest] };
      throw new Error(`not fetched from a registry: ${command}`);
    },
  };
}

/** The file that the only program of an npm package stands in. */
function programOf(name: string, ...places: readonly NodeJS.Require[]): string {
  for (const place of places) {
    const folder = place.resolve
      .paths(name)
      ?.map((path) => join(path, name))
      .find((path) => existsSync(join(path, "package.json")));
    if (folder === undefined) continue;
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const bin = isRecord(manifest) && isRecord(manifest["bin"]) ? Object.values(manifest["bin"]) : [];
    return join(folder, String(bin[0]));
  }
  throw new Error(`${name} is not installed`);
}

/** A virtual environment with what `scripts/interop/requirements.txt` pins; made once. */
function installPython(): string {
  const requirements = join(root, "scripts/interop/requirements.txt");
  const folder = join(root, ".cache/interop-python");
  const stamp = join(folder, "installed");
  const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, ".cache"), { recursive: true });
  run("python3", ["-m", "venv", folder]);
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input"];
  run(join(folder, "bin/python"), ["-m", "pip", "install", ...quiet, "--no-deps", "--requirement", requirements]);
  writeFileSync(stamp, wanted);
  return folder;
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}
