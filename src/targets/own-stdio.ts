import { childEnvironment } from "../client/child-environment.ts";
import { openChildProcess, type ChildProcessChannel } from "../client/child-process.ts";
import { createLineTransport } from "../client/line-transport.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import { openServeFolder, type ServeFolder } from "./serve-folder.ts";

/** Of the clean-up's budget, for a child that ends by itself at the end of its input. */
const LEAVE_MS = 2_500;
const TERMINATE_MS = 1_000;

/**
 * A session with a fault server in a child process, one for each connection. `command` and what follows it start `serve` on stdio. The
 * children take their rules from a temporary folder and leave there what came of them: it outlives whatever a fault does to a child.
 */
export function createOwnStdioSession(
  lab: TargetLab,
  [command, ...args]: readonly [string, ...string[]],
): TargetSession {
  const { clock, cwd, env, rules } = lab;
  const channels: ChildProcessChannel[] = [];
  let folder: ServeFolder | undefined;
  return createClientSession({
    lab,
    transport: "stdio",
    tap: lab.tap,
    connect() {
      folder ??= rules === undefined ? undefined : openServeFolder(rules.toClient);
      const more = folder?.next() ?? [];
      return createLineTransport({
        async open() {
          const opened = await openChildProcess({
            command,
            args: [...args, ...more],
            cwd,
            env: childEnvironment(env, {}),
            clock,
            watch: lab.processes,
            leaveMs: LEAVE_MS,
            terminateMs: TERMINATE_MS,
          });
          if (opened.ok) channels.push(opened.value);
          return opened;
        },
      });
    },
    release: async () => folder?.close(),
    stderrTail: () => channels.map(({ stderr }) => stderr.text).join(""),
    tallies: () => folder?.tallies() ?? [],
    ledger: () => folder?.ledger() ?? [],
  });
}
