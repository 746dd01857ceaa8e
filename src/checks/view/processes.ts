import type { HistoryEntry } from "../../history/schema.ts";
import type { SeenProcess } from "./seen.ts";

/** The lives of the servers' processes, in the order of their starts. */
export function readProcesses(entries: readonly HistoryEntry[]): SeenProcess[] {
  const lives: (Pick<SeenProcess, "start"> & { facts: HistoryEntry[] })[] = [];
  for (const entry of entries) {
    if (!("role" in entry) || entry.role !== "server") continue;
    if (entry.kind === "process-start") lives.push({ start: entry, facts: [] });
    else lives.at(-1)?.facts.push(entry);
  }
  return lives.map(({ start, facts }) => ({
    start,
    inputEnd: facts.find((fact) => fact.kind === "process-stdin-eof"),
    signals: facts.filter((fact) => fact.kind === "process-signal"),
    exit: facts.find((fact) => fact.kind === "process-exit"),
  }));
}
