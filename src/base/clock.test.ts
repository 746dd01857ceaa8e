import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";

test("nothing fires before its time", async () => {
  const measure = async (ms: number): Promise<number> => {
    const start = systemClock.now();
    await systemClock.sleep(ms);
    return systemClock.now() - start - ms;
  };
  const rounds = Array.from({ length: 300 }, (_, index) => measure(1 + (index % 40) / 3));
  const excess = await Promise.all(rounds);
  expect(Math.min(...excess)).toBeGreaterThanOrEqual(0);
});

test("a sleep ends as soon as its signal aborts, and at once where it has", async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(60_000, stop.signal);
  stop.abort();
  expect(await sleeping).toBe(false);
  expect(await systemClock.sleep(60_000, stop.signal)).toBe(false);
});

test("what was cancelled is not called", async () => {
  const called: string[] = [];
  const cancel = systemClock.after(1, () => called.push("cancelled"));
  cancel();
  await new Promise<void>((resolve) => void systemClock.after(5, resolve));
  expect(called).toEqual([]);
});

test("after an abort nothing is left to fire, and nothing listens any more", async () => {
  const stop = new AbortController();
  expect(await systemClock.sleep(1, stop.signal)).toBe(true);
  stop.abort();
});
