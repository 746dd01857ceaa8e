import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../gates/source-files.ts";

export const COMMAND = join(root, "dist/bin.cjs");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LabOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built command. Its environment holds nothing that changes what it prints. */
export function startLab(
  args: readonly string[],
  { cwd = root, env = {} }: LabOptions = {},
): ChildProcessWithoutNullStreams {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env: { PATH, HOME, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.end();
  return child;
}

/** All that a child prints, and its exit code. */
export async function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

/** Runs the built command to its end. */
export function lab(args: readonly string[], options?: LabOptions): Promise<Ended> {
  return endOf(startLab(args, options));
}

/** An empty folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lab-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
