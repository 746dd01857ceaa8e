import type { Clock } from "./clock.ts";

/**
 * Runs `work` under a signal that aborts after `ms`, or when `signal` does. The timer and the listener are released as soon as
 * `work` has settled.
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bounded = new AbortController();
  const stop = () => bounded.abort();
  const release = clock.after(ms, stop);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await work(bounded.signal);
  } finally {
    release();
    signal.removeEventListener("abort", stop);
  }
}
