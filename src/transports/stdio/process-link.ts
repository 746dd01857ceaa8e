import { closeSync } from "node:fs";
import type { Clock } from "../../base/clock.ts";
import { SHUTDOWN_GRACE_MS, WRITE_HIGH_WATER_BYTES } from "../../base/limits.ts";
import type { Link, LinkReceiver } from "../../wire/link.ts";

const STDOUT = 1;

/** stdin and stdout of this process as a link. */
export function createProcessLink(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream, clock: Clock): Link {
  let drained: Promise<void> | undefined;
  let ended = false;
  let isHeld = false;
  const letGo = () => {
    if (!isHeld) return;
    isHeld = false;
    stdout.uncork();
  };
  const waiters = new Set<() => void>();
  const release = () => {
    drained = undefined;
    for (const resolve of waiters) resolve();
    waiters.clear();
  };
  // A reader that is gone (EPIPE) is no error of ours: there is nobody left to tell.
  stdout.on("error", () => {
    ended = true;
    release();
  });
  stdout.on("drain", release);

  return {
    start(receiver: LinkReceiver) {
      let over = false;
      const finish = () => {
        if (over) return;
        over = true;
        receiver.end();
      };
      stdin.on("data", (chunk: Buffer) => receiver.data(chunk));
      stdin.on("end", finish);
      stdin.on("error", finish);
      stdin.on("close", finish);
    },
    write(data) {
      if (!ended && data.length > 0) stdout.write(data);
      return ended || stdout.writableLength < WRITE_HIGH_WATER_BYTES;
    },
    hold() {
      if (isHeld || ended) return;
      isHeld = true;
      stdout.cork();
      process.nextTick(letGo);
    },
    drained() {
      if (ended || !stdout.writableNeedDrain) return undefined;
      return (drained ??= new Promise((resolve) => waiters.add(resolve)));
    },
    pause: () => void stdin.pause(),
    resume: () => void stdin.resume(),
    end() {
      if (ended) return Promise.resolve();
      ended = true;
      return new Promise((resolve) => {
        const close = () => {
          stopWaiting();
          closeDescriptor();
          release();
          resolve();
        };
        // A reader that does not read never takes what was written: it is not waited for longer than a shutdown may take.
        const stopWaiting = clock.after(SHUTDOWN_GRACE_MS, close);
        stdout.write("", close);
      });
    },
    destroy() {
      letGo();
      ended = true;
      closeDescriptor();
      release();
    },
  };
}

/** `process.stdout.destroy()` does not close the descriptor (seen on Node.js 20): the reader would wait for ever. */
function closeDescriptor(): void {
  try {
    closeSync(STDOUT);
  } catch {
    // Already closed.
  }
}
