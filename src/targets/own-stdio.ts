import type { ChildProcessChannel, StartedProcess } from "../client/child-process.ts";
import { createLineTransport } from "../client/line-transport.ts";
import type { TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import { openServeFolder, type ServeFolder } from "./serve-folder.ts";
import { startServe, type ServeCommand } from "./start-serve.ts";

/**
 * Opens sessions with fault servers in child processes. `ready` was started before the scenarios were read: it is for the first
 * session, and ended unused where that one's rules must be known at the start.
 */
export function openOwnStdioSessions(command: ServeCommand, ready: StartedProcess): (lab: TargetLab) => TargetSession {
  let next: StartedProcess | undefined = ready;
  return (lab) => {
    const first = lab.rules === undefined ? next : undefined;
    if (first === undefined) next?.discard();
    next = undefined;
    return createOwnStdioSession(lab, command, first);
  };
}

/**
 * A session with a fault server in a child process, one for each connection; `ready` is the first one's. The children take their rules
 * from a temporary folder and leave there what came of them: it outlives whatever a fault does to a child.
 */
export function createOwnStdioSession(lab: TargetLab, command: ServeCommand, ready?: StartedProcess): TargetSession {
  const { rules } = lab;
  const channels: ChildProcessChannel[] = [];
  let first = ready;
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
          const started = first ?? startServe([...command, ...more], lab);
          first = undefined;
          const opened = await started.take(lab.processes);
          if (opened.ok) channels.push(opened.value);
          return opened;
        },
      });
    },
    async release() {
      first?.discard();
      folder?.close();
    },
    stderrTail: () => channels.map(({ stderr }) => stderr.text).join(""),
    tallies: () => folder?.tallies() ?? [],
    ledger: () => folder?.ledger() ?? [],
  });
}
