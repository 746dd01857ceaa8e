import { errorText, LabError } from "../../base/errors.ts";
import { readHistory } from "../../history/read.ts";
import { renderTimeline } from "../../history/timeline.ts";

/** Width of lines where the output is no terminal. */
const DEFAULT_WIDTH = 120;

export interface HistoryIo {
  /** Takes the output. */
  out(text: string): void;
  /** Takes the explanation where there is no output. */
  err(text: string): void;
  /** Columns of the terminal; undefined where the output is none. */
  readonly columns?: number | undefined;
}

/** Prints a recording: one line an entry, or with `json` all of it as one JSON object. Resolves to the exit code. */
export async function historyCommand(options: { file: string; json?: boolean }, io: HistoryIo): Promise<0 | 1> {
  try {
    const history = await readHistory(options.file);
    if (options.json === true) {
      const { header, entries, footer, notes } = history;
      io.out(`${JSON.stringify({ header, entries, footer: footer ?? null, notes })}\n`);
    } else io.out(`${renderTimeline(history, io.columns ?? DEFAULT_WIDTH).join("\n")}\n`);
    return 0;
  } catch (error) {
    const hint = error instanceof LabError && error.hint !== undefined ? `\n${error.hint}` : "";
    io.err(`mcp-failure-lab: ${errorText(error)}${hint}\n`);
    return 1;
  }
}
