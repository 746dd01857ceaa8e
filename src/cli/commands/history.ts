import { LabError } from "../../base/errors.ts";
import type { JudgeOptions } from "../../checks/judge.ts";
import type { History } from "../../history/history.ts";
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

export interface HistoryOptions {
  readonly file: string;
  readonly json?: boolean | undefined;
  /** Says what the specification says about this side, in place of what travelled. */
  readonly judge?: JudgeOptions["subject"] | undefined;
  /** The recording holds one client only. */
  readonly isOneClient?: boolean | undefined;
}

/**
 * Prints a recording, one line an entry, or what the specification says about it; with `json` as one JSON value. Resolves to the exit
 * code; rejects with a `LabError` (`history_load_failed`) that names the file and the line, where the recording is broken, and
 * (`invalid_arguments`) where options do not go together.
 */
export async function historyCommand(options: HistoryOptions, io: HistoryIo): Promise<0> {
  if (options.isOneClient === true && options.judge === undefined)
    throw new LabError("invalid_arguments", "--one-client says nothing without --judge");
  const history = await readHistory(options.file);
  const width = io.columns ?? DEFAULT_WIDTH;
  if (options.judge !== undefined) io.out(await judged(history, { ...options, subject: options.judge }, width));
  else if (options.json === true) {
    const { header, entries, footer, notes } = history;
    io.out(`${JSON.stringify({ header, entries, footer: footer ?? null, notes })}\n`);
  } else io.out(`${renderTimeline(history, width).join("\n")}\n`);
  return 0;
}

/** Loaded only where somebody wants to know. */
async function judged(
  history: History,
  { json, ...options }: HistoryOptions & Pick<JudgeOptions, "subject">,
  width: number,
): Promise<string> {
  const { judgeHistory } = await import("../../checks/judge.ts");
  const findings = judgeHistory(history, options);
  if (json === true) return `${JSON.stringify(findings, null, 2)}\n`;
  const { renderFindings } = await import("../render-findings.ts");
  return `${renderFindings(findings, history, width).join("\n")}\n`;
}
