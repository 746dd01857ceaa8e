import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../gates/source-files.ts";

export interface Ran {
  readonly code: number | null;
  /** stdout and stderr. */
  readonly output: string;
}

/**
 * Copies a project of `examples/library` to a folder where the packages that it names can be found (the lab itself is the built one),
 * and runs a script of Node.js there. `packages`: a folder whose `node_modules` holds what the repository does not have.
 */
export function runProject(name: string, args: readonly string[], packages = root): Ran {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "example-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, "examples/library", name), folder, { recursive: true });
  for (const each of packagesOf(name)) {
    const link = join(folder, "node_modules", each);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(each === "mcp-failure-lab" ? root : folderOf(each, packages), link);
  }
  const { PATH = "", HOME = "" } = process.env;
  // Nothing of the runner that runs this: the project is on its own.
  const env = { PATH, HOME, CI: "1", NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  return { code: status, output: `${stdout}${stderr}` };
}

/** What a project installs: name and exact version. */
export function dependenciesOf(project: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, "examples/library", project, "package.json"), "utf8");
  // The manifests of the examples are ours.
  return (JSON.parse(text) as { devDependencies: Record<string, string> }).devDependencies;
}

function packagesOf(project: string): string[] {
  return Object.keys(dependenciesOf(project));
}

function folderOf(name: string, packages: string): string {
  const own = join(root, "node_modules", name);
  return packages === root || name.startsWith("@modelcontextprotocol/") ? own : join(packages, "node_modules", name);
}
