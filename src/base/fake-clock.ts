import type { Clock } from "./clock.ts";

/** A clock that moves only when it is told to. For tests, and for authors of their own faults. */
export interface FakeClock extends Clock {
  /** Moves the time forward by `ms`, firing what falls due in order, and lets the promises that hang on each timer run. */
  advance(ms: number): Promise<void>;
  /** How many timers are set and not yet fired: 0 once everything was released. */
  readonly pending: number;
}

/** Creates a fake clock. `startDate` is the wall time it shows at first (ISO 8601). */
export function createFakeClock(startDate = "2026-01-01T00:00:00.000Z"): FakeClock {
  const start = Date.parse(startDate);
  const timers = new Set<{ due: number; order: number; fire: () => void }>();
  let time = 0;
  let order = 0;

  const set = (ms: number, fire: () => void): (() => void) => {
    const timer = { due: time + Math.max(0, ms), order: order++, fire };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    now: () => time,
    date: () => new Date(start + time),
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve(false);
      return new Promise((resolve) => {
        const cancel = set(ms, () => {
          signal?.removeEventListener("abort", onAbort);
          resolve(true);
        });
        const onAbort = () => {
          cancel();
          resolve(false);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
      });
    },
    after: (ms, callback) => set(ms, callback),
    async advance(ms) {
      const end = time + ms;
      await settle();
      for (;;) {
        const next = [...timers]
          .filter((timer) => timer.due <= end)
          .sort((a, b) => a.due - b.due || a.order - b.order)[0];
        if (next === undefined) break;
        timers.delete(next);
        time = next.due;
        next.fire();
        await settle();
      }
      time = end;
      await settle();
    },
    get pending() {
      return timers.size;
    },
  };
}
