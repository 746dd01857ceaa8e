/** What kind of thing went wrong; reports carry it as `error.code`. */
export type LabErrorCode =
  | "invalid_arguments"
  | "scenario_load_failed"
  | "target_load_failed"
  | "plan_load_failed"
  | "history_load_failed"
  | "history_write_failed"
  | "scenario_execution_failed"
  | "internal";

/**
 * The one error class of the lab. `message` says what is wrong, where, and what was expected; `hint` what to do about it.
 * What a peer does wrong is never thrown: it is data in a report.
 */
export class LabError extends Error {
  override readonly name = "LabError";
  readonly code: LabErrorCode;
  readonly hint: string | undefined;

  constructor(code: LabErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** The text of anything thrown, without a stack trace. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
