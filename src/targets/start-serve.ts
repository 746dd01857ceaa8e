import { childEnvironment } from "../client/child-environment.ts";
import { startChildProcess, type StartedProcess } from "../client/child-process.ts";
import type { TargetLab } from "./adapter.ts";

/** Of the clean-up's budget, for a child that ends by itself at the end of its input. */
const LEAVE_MS = 2_500;
const TERMINATE_MS = 1_000;

/** The command that starts `serve` on stdio, and its arguments. */
export type ServeCommand = readonly [string, ...string[]];

/** Starts a fault server in a child process. Nothing but this and what it needs is loaded before a run starts its first one. */
export function startServe(
  [command, ...args]: ServeCommand,
  { clock, cwd, env }: Pick<TargetLab, "clock" | "cwd" | "env">,
): StartedProcess {
  return startChildProcess({
    command,
    args,
    cwd,
    env: childEnvironment(env, {}),
    clock,
    leaveMs: LEAVE_MS,
    terminateMs: TERMINATE_MS,
  });
}
