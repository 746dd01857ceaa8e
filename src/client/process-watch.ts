/** Hears of the life of a child process. None of these may throw. */
export interface ProcessWatch {
  /** The command and its arguments. */
  started(argv: readonly string[]): void;
  /** Its stdin has ended, whoever ended it. */
  inputEnded(): void;
  /** It had not left within `waitedMs` after the step before, and was sent a signal. */
  signalled(signal: "SIGTERM" | "SIGKILL", waitedMs: number): void;
  exited(how: ProcessEnd): void;
}

/** How a process has exited: with a code, or by a signal. */
export interface ProcessEnd {
  readonly code?: number | undefined;
  readonly signal?: string | undefined;
}
