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

/** The real clock of this process. Nothing fires before its time, not even by a part of a millisecond. */
export const systemClock: Clock = {
  now,
  date: () => new Date(),
  sleep(ms, signal) {
    // A listener on a signal that has already aborted never fires, so the signal is read first.
    if (signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = () => {
        cancel();
        resolve(false);
      };
      const cancel = setTimer(ms, () => {
        signal?.removeEventListener("abort", onAbort);
        resolve(true);
      });
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  },
  after: (ms, callback, options) => setTimer(ms, callback, options),
};

/** Not by `performance`, whose first use costs a tenth of a start. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * Node.js counts whole milliseconds, and every tenth timer fires up to one too early: a call that has to take 500 ms would be measured
 * as 499.4. What is left is then waited for, too.
 */
function setTimer(ms: number, callback: () => void, options?: { unref?: boolean }): () => void {
  const due = now() + ms;
  let timer: NodeJS.Timeout;
  const arm = (left: number): void => {
    timer = setTimeout(fire, Math.ceil(left));
    if (options?.unref === true) timer.unref();
  };
  const fire = (): void => {
    const left = due - now();
    if (left > 0) arm(left);
    else callback();
  };
  arm(ms);
  return () => clearTimeout(timer);
}
