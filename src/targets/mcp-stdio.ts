import { resolve } from "node:path";
import { DEFAULT_CLEANUP_TIMEOUT_MS } from "../base/limits.ts";
import { childEnvironment } from "../client/child-environment.ts";
import { openChildProcess, type ChildProcessChannel } from "../client/child-process.ts";
import { createLineTransport } from "../client/line-transport.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import type { StdioConfig } from "./mcp-config.ts";
import { namedVariables } from "./mcp-environment.ts";

/** Of the clean-up's budget: for leaving at the end of stdin, and after that at SIGTERM. What is left is for SIGKILL. */
const LEAVE_SHARE = 0.5;
const TERMINATE_SHARE = 0.25;

/** How much of a tail is given up where no line begins. */
const MAX_BEGINNING_CHARACTERS = 4_096;

/** A session with a server that is started as a child process. */
export function createMcpStdioSession(config: StdioConfig, lab: TargetLab): TargetSession {
  const { clock, tap } = lab;
  const named = namedVariables(config, lab.env);
  const channels: ChildProcessChannel[] = [];
  let cleanUpMs = DEFAULT_CLEANUP_TIMEOUT_MS;
  const session = createClientSession({
    lab,
    transport: "stdio",
    tap,
    connect: () =>
      createLineTransport({
        again: true,
        async open() {
          const opened = await openChildProcess({
            command: config.command,
            args: config.args,
            cwd: resolve(lab.cwd, config.cwd ?? "."),
            env: childEnvironment(lab.env, named),
            clock,
            watch: lab.processes,
            get leaveMs() {
              return cleanUpMs * LEAVE_SHARE;
            },
            get terminateMs() {
              return cleanUpMs * TERMINATE_SHARE;
            },
          });
          if (opened.ok) channels.push(opened.value);
          return opened;
        },
      }),
    stderrTail: () => channels.map(stderrOf).join(""),
  });
  return {
    setUp: (operation) => session.setUp(operation),
    connect: session.connect?.bind(session),
    call: (call, operation) => session.call(call, operation),
    listen: session.listen?.bind(session),
    watch: session.watch?.bind(session),
    tallies: session.tallies?.bind(session),
    ledger: session.ledger?.bind(session),
    cleanUp(operation) {
      cleanUpMs = operation.budgetMs;
      return session.cleanUp(operation);
    },
    stderrTail: () => session.stderrTail(),
    observations: () => session.observations(),
  };
}

/** What is known of a child's stderr. Where something was cut off the beginning goes, too: it may hold a part of a secret. */
function stderrOf({ stderr }: ChildProcessChannel): string {
  const { text, cut } = stderr;
  if (!cut) return text;
  const line = text.indexOf("\n");
  return text.slice(line >= 0 && line < MAX_BEGINNING_CHARACTERS ? line + 1 : MAX_BEGINNING_CHARACTERS);
}
