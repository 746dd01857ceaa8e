import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../gates/source-files.ts";
import { COMMAND } from "../cli/lab.ts";
import type { Block } from "./pages.ts";
import { isAsShown, withPlaceholders } from "./placeholders.ts";

/** Printed between the commands of one block. */
const SEPARATOR = "\u001e";
/** A command that prints something else than its page shows is not waited for any longer. */
const PATIENCE_MS = 10_000;

/** One command of a block: what a reader types, and what the page says comes of it. */
export interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

/** What a page shows, and what was printed; lines with placeholders. */
export interface Outcome {
  readonly shown: string[];
  readonly printed: string[];
}

/** A server that goes on while a page goes on. */
interface Background {
  readonly child: ChildProcessWithoutNullStreams;
  readonly closed: Promise<unknown>;
  output: string;
  /** How much of its output has been read. */
  seen: number;
  onOutput: (() => void) | undefined;
}

/** The commands of a console block: lines that begin with `$ `, each followed by its output. */
export function stepsOf(text: string): Step[] {
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), shown: [] });
    else if (steps.length === 0) throw new Error(`output before the first command: ${line}`);
    else steps.at(-1)?.shown.push(line);
  }
  return steps;
}

/**
 * A reader at a terminal: saves the files that a page shows, types its commands, reads what they print. All happens in a folder of
 * its own, where `mcp-failure-lab` and `npx mcp-failure-lab` are the built command.
 */
export class Session {
  readonly folder: string;
  readonly #bin: string;
  readonly #files = new Map<string, string>();
  /** The port in place of the default one, which somebody else may have. */
  #port: string | undefined;
  #background: Background | undefined;

  constructor() {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "docs-")));
    this.folder = join(home, "project");
    this.#bin = join(home, "bin");
    mkdirSync(this.folder);
    mkdirSync(this.#bin);
    cpSync(join(root, "examples"), join(this.folder, "examples"), { recursive: true });
    const run = `exec "${process.execPath}" "${COMMAND}" "$@"\n`;
    this.#program("mcp-failure-lab", run);
    this.#program("npx", `[ "$1" = -y ] && shift\n[ "$1" = mcp-failure-lab ] || exit 127\nshift\n${run}`);
  }

  get path(): string {
    return `${this.#bin}:${process.env["PATH"] ?? ""}`;
  }

  /** Saves a file as the page shows it. */
  save(name: string, text: string): void {
    this.#files.set(name, text);
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${this.#withPort(text)}\n`);
  }

  /** Saves a file, or types the commands of a block. What comes of each command, as it was shown and as it was printed. */
  async live({ title, text, words }: Block): Promise<Outcome[]> {
    if (title !== undefined) {
      this.save(title, text);
      return [];
    }
    if (words.includes("continued")) return [await this.#readOn(text)];
    const steps = stepsOf(text);
    if (words.includes("background")) return [await this.#start(steps)];
    const interrupted = steps.at(-1)?.shown.includes("^C") === true;
    const child = this.#shell(steps.map(({ command }) => command));
    const output = await this.#outputOf(child, interrupted ? (steps.at(-1)?.shown ?? []) : undefined);
    const parts = output.split(SEPARATOR);
    return steps.map(({ shown }, index) => ({
      shown: lines(shown.filter((line) => line !== "^C").join("\n")),
      printed: lines(this.#withDefaultPort(parts[index] ?? "nothing: the command was not reached")),
    }));
  }

  /** Ends what runs in the background, and removes the folder. */
  async end(): Promise<void> {
    if (this.#background !== undefined) {
      stop(this.#background.child, "SIGINT");
      await this.#background.closed;
    }
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  /** Starts a server that goes on while the reader types in another terminal. */
  #start(steps: readonly Step[]): Promise<Outcome> {
    const [step, ...more] = steps;
    if (step === undefined || more.length > 0) throw new Error("a background block has one command");
    if (this.#background !== undefined) throw new Error("a page has one server in the background");
    const child = this.#shell([step.command]);
    const closed = new Promise((resolve) => child.once("close", resolve));
    const background: Background = { child, closed, output: "", seen: 0, onOutput: undefined };
    this.#background = background;
    child.stdout.on("data", (text: string) => {
      background.output += text;
      this.#learnPort(background.output);
      background.onOutput?.();
    });
    return this.#read(background, step.shown);
  }

  #readOn(text: string): Promise<Outcome> {
    if (this.#background === undefined) throw new Error("nothing runs in the background that could go on");
    return this.#read(this.#background, text.split("\n"));
  }

  /** Waits until what the server has printed since the last time is what the page shows. */
  async #read(background: Background, shownLines: readonly string[]): Promise<Outcome> {
    const shown = lines(shownLines.join("\n"));
    const printed = (): string[] => lines(this.#withDefaultPort(background.output.slice(background.seen)));
    await new Promise<void>((resolve) => {
      background.onOutput = () => void (isAsShown(shown, printed()) && resolve());
      void background.closed.then(() => resolve());
      AbortSignal.timeout(PATIENCE_MS).addEventListener("abort", () => resolve());
      background.onOutput();
    });
    const result = { shown, printed: printed() };
    background.onOutput = undefined;
    background.seen = background.output.length;
    return result;
  }

  /** All that a block prints; with `until` the reader presses Ctrl-C when that has come, up to the line `^C`. */
  async #outputOf(child: ChildProcessWithoutNullStreams, until: readonly string[] | undefined): Promise<string> {
    const before = until === undefined ? undefined : lines(until.slice(0, until.indexOf("^C")).join("\n"));
    let output = "";
    const impatient = AbortSignal.timeout(PATIENCE_MS);
    const giveUp = (): void => stop(child, "SIGTERM");
    impatient.addEventListener("abort", giveUp);
    child.stdout.on("data", (text: string) => {
      output += text;
      this.#learnPort(output);
      const last = output.split(SEPARATOR).at(-1) ?? "";
      if (before !== undefined && isAsShown(before, lines(this.#withDefaultPort(last)))) stop(child, "SIGINT");
    });
    await new Promise((resolve) => child.once("close", resolve));
    impatient.removeEventListener("abort", giveUp);
    return output;
  }

  /** One shell for all commands of a block: what it prints comes in the order of a terminal, and `$?` is the last one's. */
  #shell(commands: readonly string[]): ChildProcessWithoutNullStreams {
    const between = `\ncode=$?; printf '\\036'; (exit $code)\n`;
    const script = `exec 2>&1\n${commands.map((command) => this.#command(command)).join(between)}\n`;
    const child = spawn("/bin/sh", ["-c", script], {
      cwd: this.folder,
      env: { PATH: this.path, HOME: dirname(this.folder) },
      detached: true, // a group of its own, so that Ctrl-C reaches all of it
    });
    child.stdin.end();
    child.stdout.setEncoding("utf8");
    return child;
  }

  #program(name: string, script: string): void {
    writeFileSync(join(this.#bin, name), `#!/bin/sh\n${script}`, { mode: 0o755 });
  }

  #command(command: string): string {
    const serves = /\bserve\b.*--transport http/.test(command) && !command.includes("--port");
    return serves ? `${command} --port ${this.#port ?? "0"}` : this.#withPort(command);
  }

  #withPort(text: string): string {
    return this.#port === undefined ? text : text.replaceAll("127.0.0.1:3000", `127.0.0.1:${this.#port}`);
  }

  #withDefaultPort(text: string): string {
    return this.#port === undefined ? text : text.replaceAll(new RegExp(`\\b${this.#port}\\b`, "g"), "3000");
  }

  #learnPort(output: string): void {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port === undefined || port === this.#port) return;
    this.#port = port;
    for (const [name, text] of this.#files) this.save(name, text);
  }
}

/** Comparable lines: with placeholders, without white space at their ends. */
function lines(text: string): string[] {
  const all = withPlaceholders(text.trimEnd()).split("\n");
  return all.length === 1 && all[0] === "" ? [] : all.map((line) => line.trimEnd());
}

function stop(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}
