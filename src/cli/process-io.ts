import { Buffer } from "node:buffer";
import { fstatSync, writeSync } from "node:fs";
import { errorText, LabError } from "../base/errors.ts";
import type { CliIo, Output } from "./io.ts";

const DESCRIPTORS: Readonly<Record<Output, number>> = { stdout: 1, stderr: 2 };
/** What is written to a descriptor itself: less than the smallest pipe takes, so that it does not wait for a reader. */
const PLAIN_BYTES = 4_096;

/** The process as commands see it. Its streams are opened when they are looked at: each costs a tenth of a start, or more. */
export function createProcessIo(): CliIo {
  const opened = new Set<Output>();
  const left: Record<Output, number> = { stdout: PLAIN_BYTES, stderr: PLAIN_BYTES };
  const open = (to: Output): NodeJS.WriteStream => {
    const stream = process[to];
    // A reader that has gone is nobody to tell.
    if (!opened.has(to)) stream.on("error", () => undefined);
    opened.add(to);
    return stream;
  };
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return open("stdout");
    },
    get stderr() {
      return open("stderr");
    },
    env: process.env,
    cwd: process.cwd(),
    // Only a character device can be a terminal; to look closer opens the stream.
    isTerminal: (to) => isCharacterDevice(DESCRIPTORS[to]) && open(to).isTTY,
    send(to, text) {
      let rest = Buffer.from(text);
      try {
        if (!opened.has(to) && (rest.length <= left[to] || takesAll(DESCRIPTORS[to]))) {
          left[to] -= rest.length;
          rest = rest.subarray(writePlainly(DESCRIPTORS[to], rest));
        }
      } catch (error) {
        return lost(to, error);
      }
      if (rest.length === 0) return Promise.resolve();
      return new Promise((resolve) => {
        open(to).write(rest, (error) => resolve(error === null || error === undefined ? undefined : lost(to, error)));
      });
    },
  };
}

function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/** A file, or a device that is no terminal: nobody has to read what is written there, and Node.js has no stream that tells of a full one. */
function takesAll(descriptor: number): boolean {
  try {
    const facts = fstatSync(descriptor);
    if (facts.isCharacterDevice()) return !process.getBuiltinModule("node:tty").isatty(descriptor);
    return facts.isFile();
  } catch {
    return false;
  }
}

/** How many of the bytes could be written at once. Throws where they never can be, and somebody would read them. */
function writePlainly(descriptor: number, bytes: Buffer): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (isGone(error)) return bytes.length;
    // Full: the stream knows how to wait.
    if (codeOf(error) !== "EAGAIN") throw error;
  }
  return written;
}

/** A reader that has gone is nobody to tell; what is said after that fails in other ways. */
function isGone(error: unknown): boolean {
  return ["EPIPE", "EBADF", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"].includes(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** What could not be written on stderr cannot be told either. */
function lost(to: Output, error: unknown): Promise<void> {
  if (to === "stderr" || isGone(error)) return Promise.resolve();
  const message = `stdout cannot be written to: ${errorText(error)}`;
  return Promise.reject(new LabError("scenario_execution_failed", message, { cause: error }));
}
