import { Buffer } from "node:buffer";

/** One end of a two-way stream of bytes: stdin and stdout, a child process, or a pair in memory. */
export interface Link {
  /** Begins to deliver what arrives. Called once. */
  start(receiver: LinkReceiver): void;
  /** Writes in order. False: the other end does not keep up; `drained` says when it has. Ignored after `end` or `destroy`. */
  write(data: string | Uint8Array): boolean;
  /** What is written until the end of this turn may leave in one piece. */
  hold?(): void;
  /** Resolves once what was written has been taken, or never can be; undefined where there is nothing to wait for. */
  drained(): Promise<void> | undefined;
  /** Stops and goes on with the delivery of what arrives. */
  pause(): void;
  resume(): void;
  /** Ends this end's direction after what was written; resolves when that has left, or never can. */
  end(): Promise<void>;
  /** Ends both directions at once; what has not left is lost. */
  destroy(): void;
}

export interface LinkReceiver {
  data(chunk: Buffer): void;
  /** Nothing more will arrive: the other end ended or is gone. Called once. */
  end(): void;
}

/** Two ends in memory. What one writes the other receives in later microtasks, in order, as one chunk for each write. */
export function createLinkedPair(): [Link, Link] {
  const left = new MemoryLink();
  const right = new MemoryLink();
  left.other = right;
  right.other = left;
  return [left, right];
}

class MemoryLink implements Link {
  other: MemoryLink | undefined;
  #receiver: LinkReceiver | undefined;
  #arrived: (Buffer | "end")[] = [];
  #paused = false;
  #delivering = false;
  #ended = false;
  #gone = false;

  start(receiver: LinkReceiver): void {
    this.#receiver = receiver;
    this.#deliver();
  }

  write(data: string | Uint8Array): boolean {
    if (!this.#ended) this.other?.accept(typeof data === "string" ? Buffer.from(data) : Buffer.from(data));
    return true;
  }

  drained(): undefined {
    return undefined;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#deliver();
  }

  end(): Promise<void> {
    if (!this.#ended) {
      this.#ended = true;
      this.other?.accept("end");
    }
    return Promise.resolve();
  }

  destroy(): void {
    void this.end();
    this.#gone = true;
    this.#arrived = [];
    void this.other?.end();
  }

  accept(item: Buffer | "end"): void {
    if (this.#gone) return;
    this.#arrived.push(item);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#delivering || this.#paused || this.#receiver === undefined || this.#arrived.length === 0) return;
    this.#delivering = true;
    queueMicrotask(() => {
      this.#delivering = false;
      if (this.#paused || this.#receiver === undefined) return;
      const item = this.#arrived.shift();
      if (item === "end") this.#receiver.end();
      else if (item !== undefined) this.#receiver.data(item);
      this.#deliver();
    });
  }
}
