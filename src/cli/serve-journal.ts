import { openHistoryFile } from "../history/write.ts";
import type { LedgerEntry } from "../healthy/effect-ledger.ts";
import type { Firing, RuleTally } from "../plan/ledger.ts";

/** What `serve --journal` writes: when the recording began, a line for each rule that fired and each effect that was asked for, and at the end one for each rule. */
export interface ServeJournal {
  /** The moment of the system's monotonic clock from which the times of `--record` count. */
  recording(startMs: number): void;
  fired(firing: Firing): void;
  readonly asked: (entry: LedgerEntry) => void;
  tallies(tallies: readonly RuleTally[]): void;
  /** Throws a `LabError` where not all could be written. */
  close(): void;
}

/** Opens the file; each line is in it before anything else happens in this process. Throws a `LabError` that names it. */
export function openServeJournal(path: string): ServeJournal {
  const file = openHistoryFile(path);
  const write = (line: object): void => {
    file.write(JSON.stringify(line));
    file.flush();
  };
  return {
    recording: (startMs) => write({ recording: { startMs } }),
    fired: ({ rule, faults, exchange, method, name }) => write({ fired: rule, faults, exchange, method, name }),
    asked: (entry) => write({ asked: entry }),
    tallies: (tallies) => tallies.forEach((tally) => write({ tally })),
    close: () => file.close(),
  };
}
