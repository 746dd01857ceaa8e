/** What `serve` was asked for, checked whole: the command adds nothing and refuses nothing of it. */
export interface ServeOptions {
  readonly transport: "stdio" | "http";
  /** HTTP: the address to bind, in the spelling that was checked; IPv6 without brackets. */
  readonly host: string;
  /** HTTP: 0 takes a free port. */
  readonly port: number;
  /** HTTP: begins with `/`. */
  readonly path: string;
  /** HTTP: how a POST is answered. */
  readonly answers: "auto" | "json" | "sse";
  /** HTTP: event ids, priming and resumption on legacy sessions. */
  readonly resumable: boolean;
  /** Plan files whose rules are armed, in this order. */
  readonly plans: readonly string[];
  /** Rules in their short form, armed after those of the plans. */
  readonly rules: readonly string[];
  /** What chance is drawn from; undefined: what the plans say, or 0. */
  readonly seed: number | undefined;
  /** Which fault tools are offered. */
  readonly tools: "core" | "all" | "none" | readonly string[];
  /** Serves what the official conformance suite asks for. */
  readonly conformance: boolean;
  /** The file that the recording is written to. */
  readonly record: string | undefined;
  /** The file that gets a line for each rule that fired and each side effect. */
  readonly journal: string | undefined;
  /** Stack traces on stderr. */
  readonly debug: boolean;
  /** Each goes to stderr, one a line, before the server listens. */
  readonly warnings: readonly string[];
}

export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = 3000;
export const DEFAULT_PATH = "/mcp";
