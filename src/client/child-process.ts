import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Clock } from "../base/clock.ts";
import { errorText } from "../base/errors.ts";
import { MAX_STDERR_TAIL_BYTES } from "../base/limits.ts";
import { ChildLink } from "./child-link.ts";
import { isGroupAlive, registerChild, signalGroup } from "./children.ts";
import type { LineChannel } from "./line-transport.ts";
import { failed, GIVEN_UP, succeeded, transportLoss, type ClientFailure, type ClientOutcome } from "./outcome.ts";
import type { ProcessEnd, ProcessWatch } from "./process-watch.ts";
import { Tail } from "./tail.ts";

export interface ChildProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** How long the child has to leave after the end of its stdin, before it is asked to by SIGTERM. */
  readonly leaveMs: number;
  /** How long it has after that, before its group is killed. */
  readonly terminateMs: number;
  readonly watch?: ProcessWatch | undefined;
}

/** A server in a child process. */
export interface ChildProcessChannel extends LineChannel {
  readonly pid: number;
  ending(): Promise<string>;
  /** The end of what it has written on stderr, which is drained whatever happens. */
  readonly stderr: Tail;
}

/** What a message can wait for a better word: that a process has exited is known a moment after its stdout has ended. */
const EXIT_NEWS_MS = 100;
/** SIGKILL cannot be refused; what holds a process in the kernel is not waited for. */
const KILL_MS = 1_000;
const POLL_MS = 10;
/** For what a process has written on stderr before it ended. */
const LAST_WORDS_MS = 100;

/** A server process to which nobody speaks yet. */
export interface StartedProcess {
  /** Hands it over, once; `watch` hears of it from its start. Settles when it has been started, or could not be. */
  take(watch?: ProcessWatch): Promise<ClientOutcome<ChildProcessChannel>>;
  /** Ends its process group at once, in place of handing it over. */
  discard(): void;
}

/** Starts a server, as `startChildProcess` does, for one who speaks to it at once. */
export function openChildProcess(options: ChildProcessOptions): Promise<ClientOutcome<ChildProcessChannel>> {
  return startChildProcess(options).take(options.watch);
}

/**
 * Starts a server without a shell, as the leader of a process group of its own, which is ended as a whole. It does not outlive this
 * process, save after SIGKILL.
 */
export function startChildProcess(options: Omit<ChildProcessOptions, "watch">): StartedProcess {
  // Not by `import()`, which in the command line's own form costs twice the time.
  const { spawn } = process.getBuiltinModule("node:child_process");
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch (error) {
    return neverStarted(Promise.resolve(transportLoss(`the server could not be started: ${errorText(error)}`)));
  }
  const { pid } = child;
  if (pid === undefined) {
    const error = new Promise<NodeJS.ErrnoException>((resolve) => child.once("error", resolve));
    return neverStarted(error.then((reason) => notStarted(reason, options)));
  }
  const running = new RunningChild(child, pid, options);
  return {
    take(watch) {
      running.tell(watch);
      return Promise.resolve(succeeded(running));
    },
    discard: () => void signalGroup(pid, "SIGKILL"),
  };
}

function neverStarted(why: Promise<ClientFailure>): StartedProcess {
  return {
    take: async () => failed(await why),
    discard() {
      // There is no process.
    },
  };
}

/** The system says ENOENT of the command and of the folder alike. */
function notStarted(
  error: NodeJS.ErrnoException,
  { command, cwd }: Pick<ChildProcessOptions, "command" | "cwd">,
): ClientFailure {
  const { statSync } = process.getBuiltinModule("node:fs");
  const what = `the server could not be started in ${cwd}`;
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { ...transportLoss(`${what}: there is no such folder`), reason: "ENOTDIR" };
  const { code = "UNKNOWN" } = error;
  const text = code === "ENOENT" ? `the command ${JSON.stringify(command)} was not found` : error.message;
  return { ...transportLoss(`${what}: ${text}`), reason: code };
}

class RunningChild implements ChildProcessChannel {
  readonly pid: number;
  readonly link: ChildLink;
  readonly stderr = new Tail(MAX_STDERR_TAIL_BYTES);
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: Omit<ChildProcessOptions, "watch">;
  /** Aborts when the leader of the group has exited. */
  readonly #exited = new AbortController();
  /** Aborts when its pipes are closed, too. */
  readonly #closed = new AbortController();
  readonly #forget: () => void;
  #gone = false;
  #how = "runs on";
  #watch: ProcessWatch | undefined;
  /** How it has exited. */
  #end: ProcessEnd | undefined;
  /** When it was last asked to leave. */
  #waitingSince = 0;

  constructor(child: ChildProcessWithoutNullStreams, pid: number, options: Omit<ChildProcessOptions, "watch">) {
    this.#child = child;
    this.#options = options;
    this.pid = pid;
    this.link = new ChildLink(child);
    this.#forget = registerChild(pid);
    child.stdin.once("finish", () => this.#watch?.inputEnded());
    child.on("error", () => {}); // of a signal that could not be sent
    child.stderr.on("error", () => {});
    child.stderr.on("data", (chunk: Buffer) => this.stderr.push(chunk));
    child.once("exit", (code, signal) => {
      this.#how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
      this.#end = { code: code ?? undefined, signal: signal ?? undefined };
      this.#watch?.exited(this.#end);
      // An empty group's number may be given to others, and must not be signalled any more.
      if (!signalGroup(pid, 0)) this.#leave();
      this.#exited.abort();
    });
    child.once("close", () => this.#closed.abort());
  }

  /** Tells `watch` of its life from now on, and of what has been. */
  tell(watch: ProcessWatch | undefined): void {
    const { command, args } = this.#options;
    this.#watch = watch;
    watch?.started([command, ...args]);
    if (this.#end !== undefined) watch?.exited(this.#end);
  }

  async ending(): Promise<string> {
    await this.#options.clock.sleep(EXIT_NEWS_MS, this.#exited.signal);
    const exited = this.#exited.signal.aborted;
    return exited ? `the server process ${this.#how}` : "the server closed its stdout and runs on";
  }

  async close(signal: AbortSignal): Promise<ClientFailure | undefined> {
    const { clock, leaveMs, terminateMs } = this.#options;
    this.#waitingSince = clock.now();
    void this.link.end();
    let problem: string | undefined;
    if (!(await this.#exits(leaveMs, signal))) {
      this.#signal("SIGTERM");
      problem = `the server did not leave at the end of its stdin, and was asked to by SIGTERM`;
      if (!(await this.#exits(terminateMs, signal))) {
        this.#signal("SIGKILL");
        problem = `the server did not leave at the end of its stdin nor at SIGTERM, and was killed`;
        await this.#exits(KILL_MS);
      }
    }
    await this.#endGroup(terminateMs, signal);
    await clock.sleep(LAST_WORDS_MS, this.#closed.signal);
    this.#leave();
    this.link.destroy();
    this.#child.stderr.destroy();
    return problem === undefined ? undefined : { ...GIVEN_UP, message: problem };
  }

  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    const { clock } = this.#options;
    this.#watch?.signalled(signal, clock.now() - this.#waitingSince);
    this.#waitingSince = clock.now();
    signalGroup(this.pid, signal);
  }

  #leave(): void {
    this.#gone = true;
    this.#forget();
  }

  /** Whether the leader exits within `ms`. */
  async #exits(ms: number, signal?: AbortSignal): Promise<boolean> {
    const exited = this.#exited.signal;
    const until = signal === undefined ? exited : AbortSignal.any([exited, signal]);
    await this.#options.clock.sleep(ms, until);
    return exited.aborted;
  }

  /** A launcher may have left the real server behind (F16): nobody tells when such a process ends, so that it is asked after. */
  async #endGroup(terminateMs: number, signal: AbortSignal): Promise<void> {
    if (this.#gone || process.platform === "win32" || !signalGroup(this.pid, "SIGTERM")) return;
    if (await this.#groupEnds(terminateMs, signal)) return;
    signalGroup(this.pid, "SIGKILL");
    // A signal is sent at once and takes its time: nobody shall find a process of ours after this one has ended.
    await this.#groupEnds(KILL_MS);
  }

  /** Whether nobody is left in the group within `ms`. */
  async #groupEnds(ms: number, signal?: AbortSignal): Promise<boolean> {
    for (let waited = 0; waited < ms && signal?.aborted !== true; waited += POLL_MS) {
      await this.#options.clock.sleep(POLL_MS, signal);
      if (!isGroupAlive(this.pid)) return true;
    }
    return false;
  }
}
