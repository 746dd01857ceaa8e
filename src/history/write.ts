import { Buffer } from "node:buffer";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { errorText, LabError } from "../base/errors.ts";

/** Lines that wait are written at once from this size on. */
const FLUSH_CHARACTERS = 65_536;

/** A file that a recording goes to. */
export interface HistoryFile {
  /** Adds a line. It reaches the file, in order, before anything else happens in this process. Never throws: a failure is kept for `close`. */
  write(text: string): void;
  /** Writes what still waits, at once: for whoever is about to end the process. Never throws. */
  flush(): void;
  /** Writes what waits and closes the file. Throws a `LabError` where not all lines could be written. Idempotent. */
  close(): void;
}

/** Opens `path` for a recording; what was there before is replaced. Throws a `LabError` that names the path. */
export function openHistoryFile(path: string): HistoryFile {
  try {
    // Opening a pipe would wait for whoever reads it.
    if (statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) throw new Error("it is a pipe, not a file");
    return new SyncFile(path, openSync(path, "w"));
  } catch (error) {
    throw failure(path, error);
  }
}

/**
 * Written synchronously, in one piece for all lines of one turn: a fault may end this process at any time, and what was recorded
 * before must then be in the file.
 */
class SyncFile implements HistoryFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #waiting: string[] = [];
  #waitingCharacters = 0;
  #failure: LabError | undefined;

  constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    if (this.#descriptor === undefined || this.#failure !== undefined) return;
    if (this.#waiting.length === 0) queueMicrotask(() => this.flush());
    this.#waiting.push(text, "\n");
    this.#waitingCharacters += text.length;
    if (this.#waitingCharacters >= FLUSH_CHARACTERS) this.flush();
  }

  flush(): void {
    if (this.#descriptor === undefined || this.#waiting.length === 0) return;
    const bytes = Buffer.from(this.#waiting.join(""));
    this.#waiting = [];
    this.#waitingCharacters = 0;
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at);
    } catch (error) {
      this.#failure = failure(this.#path, error);
    }
  }

  close(): void {
    this.flush();
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor === undefined) return;
    try {
      closeSync(descriptor);
    } catch (error) {
      this.#failure ??= failure(this.#path, error);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function failure(path: string, cause: unknown): LabError {
  const hint = "Name a file in a folder that exists, may be written to and has room.";
  return new LabError("history_write_failed", `the recording cannot be written to ${path}: ${errorText(cause)}`, {
    hint,
    cause,
  });
}
