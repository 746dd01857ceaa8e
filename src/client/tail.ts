import { Buffer } from "node:buffer";

/** Keeps the end of what is written to it, in bounded memory. */
export class Tail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #cut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    const part = chunk.length > this.#maxBytes ? chunk.subarray(-this.#maxBytes) : chunk;
    this.#chunks.push(part);
    this.#bytes += part.length;
    if (part.length < chunk.length) this.#cut = true;
    if (this.#bytes <= 2 * this.#maxBytes) return;
    // Joined now and then only, so that many small chunks cost no more than a few large ones.
    this.#chunks = [Buffer.from(this.#joined())];
    this.#bytes = this.#chunks[0]?.length ?? 0;
    this.#cut = true;
  }

  /** Whether something stood before it. */
  get cut(): boolean {
    return this.#cut || this.#bytes > this.#maxBytes;
  }

  get text(): string {
    return this.#joined().toString("utf8");
  }

  #joined(): Buffer {
    return Buffer.concat(this.#chunks).subarray(-this.#maxBytes);
  }
}
