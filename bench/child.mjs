// Processes that are measured. Every one that is started is known here until it has ended, so that none outlives the benchmark.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cleanEnvironment } from "./environment.mjs";

const END_MS = 5_000;
const TAIL_CHARS = 64_000;

/** @type {Set<Child>} */
const running = new Set();

/** Ends at once all that is left; for the ways out that are not the ordinary one. */
export function killAll() {
  for (const child of running) child.process.kill("SIGKILL");
}

/**
 * @typedef {object} ChildOptions
 * @property {readonly string[]} args of node
 * @property {Record<string, string>} [env] beside the clean environment
 * @property {"pipe" | "ignore"} [stdin]
 * @property {"pipe" | "ignore"} [stdout]
 * @property {string} [cwd]
 */

/** A Node.js process with a clean environment. */
export class Child {
  /** When it was started, on the clock of `performance`. */
  started;
  /** The end of what it has written to stderr. */
  stderr = "";

  /** @param {ChildOptions} options */
  constructor({ args, env, stdin = "pipe", stdout = "pipe", cwd }) {
    this.started = performance.now();
    this.process = spawn(process.execPath, args, {
      env: cleanEnvironment(env),
      stdio: [stdin, stdout, "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
    });
    running.add(this);
    this.name = `node ${args.join(" ")}`;
    /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null, at: number }>} */
    this.ended = new Promise((resolve, reject) => {
      this.process.once("error", reject);
      this.process.once("exit", (code, signal) => {
        running.delete(this);
        resolve({ code, signal, at: performance.now() });
      });
    });
    this.process.stderr?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      this.stderr = (this.stderr + text).slice(-TAIL_CHARS);
    });
    this.process.stdin?.on("error", () => undefined); // a child that has gone says so by its end
  }

  /** The process id; an error where the process could not be started. */
  get pid() {
    if (this.process.pid === undefined) throw new Error(`${this.name} could not be started`);
    return this.process.pid;
  }

  get stdin() {
    if (this.process.stdin === null) throw new Error(`${this.name} has no stdin`);
    return this.process.stdin;
  }

  get stdout() {
    if (this.process.stdout === null) throw new Error(`${this.name} has no stdout`);
    return this.process.stdout;
  }

  /**
   * Waits for text on stderr and gives what the pattern found.
   * @param {RegExp} pattern
   * @returns {Promise<RegExpExecArray>}
   */
  async saying(pattern) {
    for (;;) {
      const match = pattern.exec(this.stderr);
      if (match !== null) return match;
      if (this.process.stderr === null) throw new Error(`${this.name} has no stderr`);
      const ended = this.ended.then(() => "ended");
      if ((await Promise.race([once(this.process.stderr, "data"), ended])) === "ended") throw this.failure();
    }
  }

  /** Why the process is of no use any more. */
  failure() {
    return new Error(`${this.name} ended:\n${this.stderr}`);
  }

  /**
   * Ends it as a client does: end of input or SIGTERM, and SIGKILL where that is not enough.
   * @param {"eof" | "SIGTERM"} how
   */
  async end(how) {
    if (how === "eof") this.stdin.end();
    else this.process.kill(how);
    const timer = setTimeout(() => this.process.kill("SIGKILL"), END_MS);
    const end = await this.ended;
    clearTimeout(timer);
    return end;
  }
}
