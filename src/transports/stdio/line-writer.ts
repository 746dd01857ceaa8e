import { MAX_QUEUED_BYTES } from "../../base/limits.ts";
import type { Link } from "../../wire/link.ts";

interface Waiting {
  readonly owner: object | undefined;
  readonly data: string | Uint8Array;
  readonly more: boolean;
  readonly done: (() => void) | undefined;
}

/** So many lines of one batch leave at once: the peer reads them while the next are made. */
const LINES_PER_WRITE = 6;

/**
 * Writes to a stream that many exchanges share. From the first byte of a message to its last the stream belongs to one exchange;
 * what others write meanwhile waits behind it, bounded. Mixing two messages is never an accident.
 */
export class LineWriter {
  readonly #link: Link;
  readonly #onOverflow: () => void;
  #batch = "";
  #batchLines = 0;
  #batching = false;
  #owner: object | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isBehind = false;

  /** `onOverflow` is called once when more waits behind an unfinished message than the limit allows. */
  constructor(link: Link, onOverflow: () => void) {
    this.#link = link;
    this.#onOverflow = onOverflow;
  }

  /** The other end did not keep up with the last write. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Runs `work` and sends the whole lines written meanwhile in as few writes as keep the peer busy. */
  batch(work: () => void): void {
    this.#batching = true;
    try {
      work();
    } finally {
      this.#batching = false;
      this.#flush();
    }
  }

  /** Writes one whole line, the direct way. */
  line(text: string): void {
    if (this.#owner !== undefined) this.#wait({ owner: undefined, data: text, more: false, done: undefined });
    else if (this.#batching) this.#gather(text);
    else this.#isBehind = !this.#link.write(text);
  }

  /** Writes bytes of `owner`. Where there is something to wait for, resolves once they were written and the other end keeps up. */
  bytes(owner: object, data: string | Uint8Array, more: boolean): Promise<void> | undefined {
    if (this.#owner !== undefined && this.#owner !== owner) {
      const written = new Promise<void>((resolve) => this.#wait({ owner, data, more, done: resolve }));
      return written.then(() => this.#link.drained());
    }
    // Whole answers under a fault come one by one, many of them in one turn. Pieces of a message are written as pieces.
    if (!more && this.#owner === undefined) this.#link.hold?.();
    this.#put(owner, data, more);
    this.#next();
    return this.#link.drained();
  }

  /** `owner` writes no more: what it left unfinished stays so, and the others go on. */
  release(owner: object): void {
    if (this.#owner !== owner && this.#waiting.length === 0) return;
    const kept = this.#waiting.filter((waiting) => waiting.owner !== owner);
    for (const waiting of this.#waiting) if (!kept.includes(waiting)) this.#waitingBytes -= waiting.data.length;
    this.#waiting = kept;
    if (this.#owner !== owner) return;
    this.#owner = undefined;
    this.#next();
  }

  #put(owner: object | undefined, data: string | Uint8Array, more: boolean): void {
    this.#flush();
    this.#owner = more ? owner : undefined;
    this.#isBehind = !this.#link.write(data);
  }

  #wait(waiting: Waiting): void {
    this.#waitingBytes += waiting.data.length;
    if (this.#waitingBytes > MAX_QUEUED_BYTES) {
      for (const dropped of this.#waiting) dropped.done?.();
      this.#waiting = [];
      waiting.done?.();
      this.#onOverflow();
      return;
    }
    this.#waiting.push(waiting);
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      // An owner's own bytes come first; the others keep their order.
      const index = this.#owner === undefined ? 0 : this.#waiting.findIndex((waiting) => waiting.owner === this.#owner);
      if (index < 0) return;
      const [waiting] = this.#waiting.splice(index, 1);
      if (waiting === undefined) return;
      this.#waitingBytes -= waiting.data.length;
      this.#put(waiting.owner, waiting.data, waiting.more);
      waiting.done?.();
    }
  }

  #gather(text: string): void {
    this.#batch += text;
    if (++this.#batchLines === LINES_PER_WRITE) this.#flush();
  }

  #flush(): void {
    if (this.#batch === "") return;
    const text = this.#batch;
    this.#batch = "";
    this.#batchLines = 0;
    this.#isBehind = !this.#link.write(text);
  }
}
