import { Buffer } from "node:buffer";
import type { Clock } from "../base/clock.ts";
import type { Stderr } from "./stderr.ts";

/** What waits for a reader of stderr who does not keep up. */
const MAX_WAITING_BYTES = 65_536;
/** Between two writes: no reader sees it, and the exchanges do not pay for a write each. */
const REST_MS = 20;

/** Lines about what fires, while it does. */
export interface FiringLog {
  /** Takes one line, its end included. */
  tell(line: string): void;
  /** Writes now what waits, before something else is said. */
  flush(): void;
}

/**
 * Tells on stderr what fires: the first at once, what follows within a rest in one write. Bounded: a reader who does not keep up misses
 * lines, and is told how many. Neither an exchange nor the memory waits for him.
 */
export function createFiringLog(stderr: Stderr, clock: Clock): FiringLog {
  let [text, bytes, missed] = ["", 0, 0];
  let mayWrite = true;
  const goOn = (): void => {
    mayWrite = true;
    if (bytes > 0) flush();
  };
  const flush = (): void => {
    const note =
      missed === 0 ? "" : `mcp-failure-lab: ${missed} more lines like these are left out: nobody reads fast enough\n`;
    const all = text + note;
    [text, bytes, missed] = ["", 0, 0];
    if (all === "") return;
    mayWrite = false;
    const taken = stderr(all);
    if (taken === undefined) clock.after(REST_MS, goOn, { unref: true });
    else void taken.then(goOn);
  };
  return {
    tell(line) {
      const size = Buffer.byteLength(line);
      if (bytes + size > MAX_WAITING_BYTES) missed++;
      else {
        text += line;
        bytes += size;
      }
      if (mayWrite) flush();
    },
    flush,
  };
}
