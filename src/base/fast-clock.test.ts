import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createFastClock } from "./fast-clock.ts";

const MINUTE = 60_000;

test("a minute passes at once, and exactly", async () => {
  const clock = createFastClock();
  const real = performance.now();
  const date = clock.date().getTime();
  expect(await clock.sleep(MINUTE)).toBe(true);
  expect(clock.now()).toBe(MINUTE);
  expect(clock.date().getTime() - date).toBe(MINUTE);
  expect(performance.now() - real).toBeLessThan(5_000);
});

test("timers fire in the order in which they are due, those of one moment in that in which they were set", async () => {
  const clock = createFastClock();
  const fired: string[] = [];
  const note = (name: string) => (): void => void fired.push(`${name} at ${clock.now()}`);
  clock.after(30, note("late"));
  clock.after(10, note("first"));
  clock.after(10, note("second"));
  clock.after(0, () => void clock.after(5, note("set by another")));
  await clock.sleep(40);
  expect(fired).toEqual(["set by another at 5", "first at 10", "second at 10", "late at 30"]);
});

test("the time stands still while work is done between two turns", async () => {
  const clock = createFastClock();
  let isLate = false;
  clock.after(MINUTE, () => (isLate = true));
  for (let step = 0; step < 500; step++) {
    // oxlint-disable-next-line no-restricted-globals -- one turn of the event loop, not a time
    await new Promise((resolve) => setImmediate(resolve));
    clock.after(10, () => undefined)(); // something happens in every turn
  }
  expect([clock.now(), isLate]).toEqual([0, false]);
});

test("the time stands still while a file is read", async () => {
  const clock = createFastClock();
  clock.after(MINUTE, () => undefined);
  for (let round = 0; round < 20; round++) await readFile(new URL(import.meta.url));
  expect(clock.now()).toBe(0);
});

test("a sleep ends with its signal, and the time has not passed", async () => {
  const clock = createFastClock();
  const over = new AbortController();
  const slept = clock.sleep(MINUTE, over.signal);
  over.abort();
  expect([await slept, clock.now()]).toEqual([false, 0]);
  expect(await clock.sleep(MINUTE, AbortSignal.abort())).toBe(false);
});

test("a timer that was taken back does not fire", async () => {
  const clock = createFastClock();
  const fired: string[] = [];
  clock.after(5, () => void fired.push("taken back"))();
  await clock.sleep(10);
  expect(fired).toEqual([]);
});

test("a timer that keeps nothing going fires in its turn, and makes no time pass by itself", async () => {
  const clock = createFastClock();
  const fired: number[] = [];
  clock.after(5, () => void fired.push(clock.now()), { unref: true });
  clock.after(MINUTE, () => void fired.push(clock.now()), { unref: true });
  await clock.sleep(10);
  // oxlint-disable-next-line no-restricted-globals -- one turn of the event loop, not a time
  for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect([fired, clock.now()]).toEqual([[5], 10]);
});
