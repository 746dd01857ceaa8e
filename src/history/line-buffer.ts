import { Buffer } from "node:buffer";

const NEWLINE = 0x0a;

/** Cuts a stream into lines, so that what stands in a line is never split. A line longer than `limitBytes` is handed on in parts. */
export class LineBuffer {
  readonly #limitBytes: number;
  readonly #take: (line: Buffer) => void;
  #held = Buffer.alloc(0);

  constructor(limitBytes: number, take: (line: Buffer) => void) {
    this.#limitBytes = limitBytes;
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    let rest = this.#held.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#held, bytes]);
    for (let end = this.#end(rest); end > 0; end = this.#end(rest)) {
      this.#take(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    this.#held = rest;
  }

  /** Hands on what stands unfinished. */
  flush(): void {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    if (rest.length > 0) this.#take(rest);
  }

  /** Where the first line ends, its newline included; 0 where none is complete. */
  #end(bytes: Buffer): number {
    const newline = bytes.subarray(0, this.#limitBytes).indexOf(NEWLINE);
    if (newline >= 0) return newline + 1;
    return bytes.length >= this.#limitBytes ? this.#limitBytes : 0;
  }
}
