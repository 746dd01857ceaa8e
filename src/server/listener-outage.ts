import type { Clock } from "../base/clock.ts";
import type { NodeListener } from "../transports/http/node-listener.ts";
import type { OutageFrame } from "../wire/frame.ts";

/** How long it waits before it tries once more to take its address back, in milliseconds. */
const RETRY_MS = 200;

export interface ListenerOutageOptions {
  readonly listener: Pick<NodeListener, "pause" | "resume">;
  readonly clock: Clock;
  /** What was known of sessions is gone. */
  forgetSessions(): void;
  /** Hears once for each outage that the address has been taken meanwhile; it is tried again until it is free. */
  onTaken(error: NodeJS.ErrnoException): void;
}

/** Takes a listener away for a while. Outages that overlap are one, which lasts as long as the longest of them. */
export class ListenerOutage {
  readonly #options: ListenerOutageOptions;
  #untilMs = 0;
  #gone: Promise<void> | undefined;
  #returning: Promise<void> | undefined;
  #cancel = (): void => undefined;
  #isTold = false;
  #closed = false;

  constructor(options: ListenerOutageOptions) {
    this.#options = options;
  }

  /** Resolves once every socket is closed. Never rejects. */
  async begin({ downMs, sessions }: OutageFrame): Promise<void> {
    const { listener, clock } = this.#options;
    await this.#returning;
    this.#untilMs = Math.max(this.#untilMs, clock.now() + downMs);
    this.#gone ??= listener.pause();
    await this.#gone;
    if (sessions === "lost") this.#options.forgetSessions();
    if (!this.#closed) this.#arm(this.#untilMs - clock.now());
  }

  /** It comes back no more. */
  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  #arm(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.after(Math.max(0, ms), () => {
      this.#returning = this.#comeBack().finally(() => (this.#returning = undefined));
    });
  }

  async #comeBack(): Promise<void> {
    try {
      await this.#options.listener.resume();
      this.#gone = undefined;
      this.#untilMs = 0;
      this.#isTold = false;
    } catch (error) {
      if (!this.#isTold) this.#options.onTaken(error as NodeJS.ErrnoException); // of a listener
      this.#isTold = true;
      if (!this.#closed) this.#arm(RETRY_MS);
    }
  }
}
