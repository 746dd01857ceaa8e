import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Link, LinkReceiver } from "../wire/link.ts";

/** The stdin and stdout of a child. What cannot be written any more is dropped: the end of its stdout tells of it. */
export class ChildLink implements Link {
  readonly #child: ChildProcessWithoutNullStreams;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    // A server that has gone makes writing fail; that it has gone is seen on its stdout.
    child.stdin.on("error", () => {});
    child.stdout.on("error", () => {});
  }

  start(receiver: LinkReceiver): void {
    const { stdout } = this.#child;
    stdout.on("data", (chunk: Buffer) => receiver.data(chunk));
    // After an error there is no "end", and after `destroy` neither.
    if (stdout.closed) queueMicrotask(() => receiver.end());
    else stdout.once("close", () => receiver.end());
  }

  write(data: string | Uint8Array): boolean {
    const { stdin } = this.#child;
    return stdin.writable ? stdin.write(data) : true;
  }

  drained(): Promise<void> {
    return this.#settled("drain", this.#child.stdin.writableNeedDrain);
  }

  pause(): void {
    this.#child.stdout.pause();
  }

  resume(): void {
    this.#child.stdout.resume();
  }

  end(): Promise<void> {
    this.#child.stdin.end();
    return this.#settled("finish", !this.#child.stdin.writableFinished);
  }

  destroy(): void {
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
  }

  /** Resolves at `event`, or when stdin is gone, which settles everything. */
  #settled(event: "drain" | "finish", pending: boolean): Promise<void> {
    const { stdin } = this.#child;
    if (!pending || stdin.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        stdin.removeListener(event, done);
        stdin.removeListener("close", done);
        resolve();
      };
      stdin.once(event, done);
      stdin.once("close", done);
    });
  }
}
