import { readHistory } from "../../history/read.ts";
import { renderTimeline } from "../../history/timeline.ts";

/** Width of lines where the output is no terminal. */
const DEFAULT_WIDTH = 120;

export interface HistoryIo {
  /** Takes the output. */
  out(text: string): void;
  /** Columns of the terminal; undefined where the output is none. */
  readonly columns?: number | undefined;
}

/**
 * Prints a recording: one line an entry, or with `json` all of it as one JSON object. Resolves to the exit code; rejects with a
 * `LabError` (`history_load_failed`) that names the file and the line, where the recording is broken.
 */
export async function historyCommand(
  { file, json = false }: { file: string; json?: boolean },
  io: HistoryIo,
): Promise<0> {
  const history = await readHistory(file);
  const { header, entries, footer, notes } = history;
  if (json) io.out(`${JSON.stringify({ header, entries, footer: footer ?? null, notes })}\n`);
  else io.out(`${renderTimeline(history, io.columns ?? DEFAULT_WIDTH).join("\n")}\n`);
  return 0;
}
