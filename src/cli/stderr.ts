import { Buffer } from "node:buffer";
import { writeSync } from "node:fs";

/** Writes to the lab's own stderr. Resolves when it takes more. */
export type Stderr = (bytes: string | Uint8Array) => Promise<void> | void;

const STDERR = 2;
/** What is written to the descriptor itself before the stream is opened: less than the smallest pipe takes, so it never blocks. */
const PLAIN_BYTES = 4_096;

/**
 * Writes that wait for a reader who does not keep up: a flood on stderr must not fill the memory. The first few lines go to the
 * descriptor itself, since opening the stream costs a fifth of a start.
 */
export function createStderr(open: () => NodeJS.WriteStream): Stderr {
  let stream: NodeJS.WriteStream | undefined;
  let left = PLAIN_BYTES;
  const opened = (): NodeJS.WriteStream => {
    if (stream !== undefined) return stream;
    stream = open();
    // A reader that is gone is nobody to tell.
    stream.on("error", () => undefined);
    return stream;
  };
  return (bytes) => {
    let rest = Buffer.from(bytes as string); // either of the two is what Buffer.from takes
    if (stream === undefined && rest.length <= left) {
      left -= rest.length;
      rest = rest.subarray(writePlainly(rest));
      if (rest.length === 0) return undefined;
    }
    const target = opened();
    if (target.write(rest)) return undefined;
    return new Promise((resolve) => {
      const settle = () => {
        for (const event of EVENTS) target.off(event, settle);
        resolve();
      };
      for (const event of EVENTS) target.once(event, settle);
    });
  };
}

/** How many of the bytes could be written at once. */
function writePlainly(bytes: Buffer): number {
  try {
    return writeSync(STDERR, bytes);
  } catch {
    // Full (EAGAIN) or gone: the stream knows how to wait, or that nobody reads.
    return 0;
  }
}

const EVENTS = ["drain", "close", "error"] as const;
