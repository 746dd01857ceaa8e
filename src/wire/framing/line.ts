import { Buffer } from "node:buffer";
import type { JsonObject } from "../../protocol/json.ts";
import type { Framing } from "../transform.ts";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** stdio: one message, one line. */
export const lineFraming: Framing = {
  encode: (message) => Buffer.from(encodeLine(message)),
};

/** The text of one line, its newline included. */
export function encodeLine(message: JsonObject): string {
  return JSON.stringify(message) + "\n";
}

export type Line =
  { readonly kind: "line"; readonly bytes: Buffer } | { readonly kind: "too-long"; readonly bytes: number };

/** Cuts a stream of bytes into lines. A line that is too long is told once, and skipped up to its end. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #held = 0;
  #skipping = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that `chunk` completes, in order, without their line ends (LF or CRLF); blank lines are left out. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#complete(chunk.subarray(start, end), lines);
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start), lines);
    return lines;
  }

  /** What stands unfinished at the end of the stream, as a last line. */
  flush(): Line[] {
    const lines: Line[] = [];
    if (this.#held > 0) this.#complete(Buffer.alloc(0), lines);
    this.#skipping = false;
    return lines;
  }

  #complete(tail: Buffer, lines: Line[]): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    if (this.#held + tail.length > this.#maxBytes) {
      lines.push({ kind: "too-long", bytes: this.#held + tail.length });
      this.#drop();
      return;
    }
    let bytes = this.#held === 0 ? tail : Buffer.concat([...this.#parts, tail]);
    if (this.#held > 0) this.#drop();
    if (bytes[bytes.length - 1] === CARRIAGE_RETURN) bytes = bytes.subarray(0, -1);
    if (bytes.length > 0) lines.push({ kind: "line", bytes });
  }

  #hold(part: Buffer, lines: Line[]): void {
    if (this.#skipping) return;
    this.#parts.push(part);
    this.#held += part.length;
    if (this.#held <= this.#maxBytes) return;
    lines.push({ kind: "too-long", bytes: this.#held });
    this.#drop();
    this.#skipping = true;
  }

  #drop(): void {
    this.#parts = [];
    this.#held = 0;
  }
}
