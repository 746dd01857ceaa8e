import { childEnvironment } from "../client/child-environment.ts";
import { openChildProcess, type ChildProcessChannel } from "../client/child-process.ts";
import { createLineTransport } from "../client/line-transport.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";

/** Of the clean-up's budget, for a child that ends by itself at the end of its input. */
const LEAVE_MS = 2_500;
const TERMINATE_MS = 1_000;

/** A session with a fault server in a child process. `command` and what follows it start `serve` on stdio. */
export function createOwnStdioSession(
  lab: TargetLab,
  [command, ...args]: readonly [string, ...string[]],
): TargetSession {
  const { clock, cwd, env, tap } = lab;
  let channel: ChildProcessChannel | undefined;
  return createClientSession({
    lab,
    transport: "stdio",
    tap,
    connect: () =>
      createLineTransport({
        async open() {
          const opened = await openChildProcess({
            command,
            args,
            cwd,
            env: childEnvironment(env, {}),
            clock,
            leaveMs: LEAVE_MS,
            terminateMs: TERMINATE_MS,
          });
          if (opened.ok) channel = opened.value;
          return opened;
        },
      }),
    stderrTail: () => channel?.stderr.text ?? "",
  });
}
