export type Output = "stdout" | "stderr";

/** The process that a command runs in, as far as it may touch it. */
export interface CliIo {
  /** The streams are opened when they are looked at. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Whether somebody looks at it. Does not open the stream where it is none. */
  isTerminal(to: Output): boolean;
  /**
   * Writes a text and resolves once it has left this process, or never can: a reader that has gone (`| head`) is no error. What is
   * not awaited so may be lost when the process exits. Rejects with a `LabError` where there is no room
   * for it on stdout.
   */
  send(to: Output, text: string): Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How the process has to end. */
export interface CliEnd {
  readonly code: number;
  /** The process has to die by this signal: a fault wants it so. */
  readonly signal?: "SIGKILL" | undefined;
}

/** Whether colours and progress may be shown: on a terminal, where nobody asked for plain text, and not in CI. */
export function isLively(isTerminal: boolean, env: CliIo["env"]): boolean {
  return isTerminal && !isSet(env["NO_COLOR"]) && !isCi(env) && env["TERM"] !== "dumb";
}

function isCi(env: CliIo["env"]): boolean {
  const value = env["CI"];
  return isSet(value) && value !== "false" && value !== "0";
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
