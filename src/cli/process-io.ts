import { Buffer } from "node:buffer";
import { fstatSync, writeSync } from "node:fs";
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
      if (!opened.has(to) && rest.length <= left[to]) {
        left[to] -= rest.length;
        rest = rest.subarray(writePlainly(DESCRIPTORS[to], rest));
      }
      if (rest.length === 0) return Promise.resolve();
      return new Promise((resolve) => void open(to).write(rest, () => resolve()));
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

/** How many of the bytes could be written at once. */
function writePlainly(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch {
    // Full (EAGAIN) or gone (EPIPE): the stream knows how to wait, or that nobody reads.
    return 0;
  }
}
