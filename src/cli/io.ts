/** The process that a command runs in, as far as it may touch it. */
export interface CliIo {
  /** Opened when it is looked at. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** How the process has to end. */
export interface CliEnd {
  readonly code: number;
  /** The process has to die by this signal: a fault wants it so. */
  readonly signal?: "SIGKILL" | undefined;
}

/**
 * Writes a text and resolves once it has left this process, or never can: a reader that has gone (`| head`) is no error. What is
 * not awaited so may be lost when the process exits.
 */
export function send(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve) => void stream.write(text, () => resolve()));
}

/** Whether colours and progress may be shown on a stream: a terminal, nobody asked for plain text, and not in CI. */
export function isLively(stream: NodeJS.WriteStream, env: CliIo["env"]): boolean {
  return stream.isTTY && !isSet(env["NO_COLOR"]) && !isCi(env) && env["TERM"] !== "dumb";
}

function isCi(env: CliIo["env"]): boolean {
  const value = env["CI"];
  return isSet(value) && value !== "false" && value !== "0";
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
