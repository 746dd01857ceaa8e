import type { FrameEntry, HistoryEntry, HistoryFooter, HistoryHeader, HistoryLine } from "./schema.ts";

/** A recording, whole. Plain data. */
export interface History {
  readonly header: HistoryHeader;
  /** All that was recorded, in order. */
  readonly entries: readonly HistoryEntry[];
  /** Of these, what travelled. */
  readonly frames: readonly FrameEntry[];
  /** Undefined where the recording was not closed. */
  readonly footer: HistoryFooter | undefined;
  /** What a reader should know about the recording itself, in sentences: that it was not closed, or what it leaves out. */
  readonly notes: readonly string[];
}

/** Keeps a recording in memory: `write` is for a recorder, `history` what it has written so far. */
export interface HistoryCollector {
  readonly write: (text: string, line: HistoryLine) => void;
  /** Undefined before the header. */
  history(): History | undefined;
}

export function createHistoryCollector(): HistoryCollector {
  const entries: HistoryEntry[] = [];
  let header: HistoryHeader | undefined;
  let footer: HistoryFooter | undefined;
  return {
    write: (_text, line) => {
      if (line.kind === "header") header = line;
      else if (line.kind === "footer") footer = line;
      else entries.push(line);
    },
    history: () => (header === undefined ? undefined : assembleHistory(header, [...entries], footer)),
  };
}

/** Joins the lines of a recording. `problems` are notes that go before those about what it leaves out. */
export function assembleHistory(
  header: HistoryHeader,
  entries: readonly HistoryEntry[],
  footer: HistoryFooter | undefined,
  problems: readonly string[] = [],
): History {
  const notes = footer === undefined ? ["The recording was not closed: its last line is missing."] : leftOut(footer);
  return { header, entries, frames: entries.filter(isFrame), footer, notes: [...problems, ...notes] };
}

function leftOut({ entries, leftOut: { entries: lines, contents } }: HistoryFooter): string[] {
  const notes: string[] = [];
  if (lines > 0) notes.push(`The recording is full: ${lines} of ${lines + entries} entries are left out.`);
  if (contents > 0) notes.push(`Of ${contents} of the entries the bytes are not kept.`);
  return notes;
}

export function isFrame(entry: HistoryEntry): entry is FrameEntry {
  return "direction" in entry;
}
