/** Time, injected everywhere. All durations are milliseconds. Nothing outside `base/` reads a clock or sets a timer. */
export interface Clock {
  /** Monotonic milliseconds since an arbitrary start; only differences mean anything. */
  now(): number;
  /** Wall-clock time, for timestamps that people read. */
  date(): Date;
  /** Waits `ms` (0 or more). Resolves `true` when the time has passed, `false` as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<boolean>;
  /** Calls `callback` once after `ms`, unless the returned function is called before. The timer does not keep the process alive when `unref` is set. */
  after(ms: number, callback: () => void, options?: { unref?: boolean }): () => void;
}

/** The real clock of this process. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep(ms, signal) {
    // A listener on a signal that has already aborted never fires, so the signal is read first.
    if (signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = () => {
        clearTimeout(timer);
        resolve(false);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve(true);
      }, ms);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
  after(ms, callback, options) {
    const timer = setTimeout(callback, ms);
    if (options?.unref === true) timer.unref();
    return () => clearTimeout(timer);
  },
};
