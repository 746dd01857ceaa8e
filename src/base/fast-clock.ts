import type { Clock } from "./clock.ts";

/** So many turns of the event loop without a timer set, cancelled or fired mean that all work waits for time. */
const QUIET_TURNS = 64;

/** Reading a file is no wait for time: modules that are loaded on demand are read so. */
const FILE_WORK = /^(?:FSReq|CloseReq)/;

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly keepsGoing: boolean;
  readonly fire: () => void;
}

/**
 * A clock whose time stands still while anything is done and jumps to the next timer when everything waits: minutes of waiting pass
 * in milliseconds, in the same order and with the same outcome. Only for work inside this process: it cannot see that a socket or a
 * child is busy. `date` is where the real clock was at the start and goes on with the jumps.
 */
export function createFastClock(): Clock {
  const start = Date.now();
  const timers = new Set<Timer>();
  let time = 0;
  let order = 0;
  let activity = 0;
  let isWatching = false;

  /** Whether any timer is there for whose sake the time has to go on; those that keep nothing going alone do not make it. */
  const isAwaited = (): boolean => {
    for (const { keepsGoing } of timers) if (keepsGoing) return true;
    return false;
  };

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers)
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer;
    return first;
  };

  const jump = (): void => {
    const timer = next();
    if (timer === undefined) return;
    timers.delete(timer);
    activity++;
    time = timer.due;
    timer.fire();
  };

  /** Looks once in every turn of the event loop whether anything has happened in the last. */
  const watch = (seen: number, quiet: number): void => {
    if (!isAwaited()) {
      isWatching = false;
      return;
    }
    let turns = seen === activity && !isReadingFiles() ? quiet + 1 : 0;
    if (turns > QUIET_TURNS) {
      turns = 0;
      jump();
    }
    const now = activity;
    setImmediate(() => watch(now, turns));
  };

  const set = (ms: number, keepsGoing: boolean, fire: () => void): (() => void) => {
    const timer: Timer = { due: time + Math.max(0, ms), order: order++, keepsGoing, fire };
    timers.add(timer);
    activity++;
    if (keepsGoing && !isWatching) {
      isWatching = true;
      const now = activity;
      setImmediate(() => watch(now, 0));
    }
    return () => {
      if (timers.delete(timer)) activity++;
    };
  };

  return {
    now: () => time,
    date: () => new Date(start + time),
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve(false);
      return new Promise((resolve) => {
        const cancel = set(ms, true, () => {
          signal?.removeEventListener("abort", onAbort);
          resolve(true);
        });
        const onAbort = (): void => {
          cancel();
          resolve(false);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
      });
    },
    after: (ms, callback, options) => set(ms, options?.unref !== true, callback),
  };
}

function isReadingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => FILE_WORK.test(resource));
}
