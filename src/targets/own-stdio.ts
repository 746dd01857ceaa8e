import type { ChildProcessChannel, StartedProcess } from "../client/child-process.ts";
import { createLineTransport } from "../client/line-transport.ts";
import type { ServerRecording, TargetLab, TargetSession } from "./adapter.ts";
import { createClientSession } from "./client-session.ts";
import { openServeFolder, type ServeFolder } from "./serve-folder.ts";
import { startServe, type ServeCommand } from "./start-serve.ts";

/**
 * Opens sessions with fault servers in child processes. `ready` was started before the scenarios were read: it is for the first
 * session, and ended unused where that one has more to say to it at its start.
 */
export function openOwnStdioSessions(
  command: ServeCommand,
  ready: StartedProcess | undefined,
): (lab: TargetLab) => TargetSession {
  let next = ready;
  return (lab) => {
    const first = needsFolder(lab) ? undefined : next;
    if (first === undefined) next?.discard();
    next = undefined;
    return createOwnStdioSession(lab, command, first);
  };
}

/**
 * A session with a fault server in a child process, one for each connection; `ready` is the first one's. The children take their rules
 * from a temporary folder and leave there what came of them, and what they have recorded: it outlives whatever a fault does to a child.
 */
export function createOwnStdioSession(lab: TargetLab, command: ServeCommand, ready?: StartedProcess): TargetSession {
  const { rules, records = false } = lab;
  const channels: ChildProcessChannel[] = [];
  let first = ready;
  let folder: ServeFolder | undefined;
  let recordings: readonly ServerRecording[] = [];
  return createClientSession({
    lab,
    transport: "stdio",
    tap: lab.tap,
    connect() {
      if (needsFolder(lab)) folder ??= openServeFolder(rules?.toClient ?? [], records);
      return createLineTransport({
        again: true,
        async open() {
          const started = first ?? startServe([...command, ...(folder?.next() ?? [])], lab);
          first = undefined;
          const opened = await started.take(lab.processes);
          if (opened.ok) channels.push(opened.value);
          return opened;
        },
      });
    },
    async release() {
      first?.discard();
      try {
        recordings = (await folder?.recordings()) ?? [];
      } finally {
        folder?.close();
      }
    },
    stderrTail: () => channels.map(({ stderr }) => stderr.text).join(""),
    tallies: () => folder?.tallies() ?? [],
    ledger: () => folder?.ledger() ?? [],
    recordings: () => recordings,
  });
}

function needsFolder({ rules, records = false }: TargetLab): boolean {
  return rules !== undefined || records;
}
