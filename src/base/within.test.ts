import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { until } from "./abort.ts";
import { createFakeClock } from "./fake-clock.ts";
import { within } from "./within.ts";

const never = () => new AbortController().signal;

test("hands the work's value on, and leaves neither timer nor listener", async () => {
  const clock = createFakeClock();
  const outer = never();
  expect(await within(clock, 100, outer, () => Promise.resolve("value"))).toBe("value");
  expect(clock.pending).toBe(0);
  expect(getEventListeners(outer, "abort")).toHaveLength(0);
});

test("lets go when the work fails, too", async () => {
  const clock = createFakeClock();
  const outer = never();
  await expect(within(clock, 100, outer, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(clock.pending).toBe(0);
  expect(getEventListeners(outer, "abort")).toHaveLength(0);
});

test("aborts the work's signal when the time is up, and not before", async () => {
  const clock = createFakeClock();
  let endedAt: number | undefined;
  const work = within(clock, 100, never(), (signal) => until(signal)).then(() => (endedAt = clock.now()));
  await clock.advance(99);
  expect(endedAt).toBeUndefined();
  await clock.advance(1);
  await work;
  expect(endedAt).toBe(100);
});

test.each([
  ["later", false],
  ["already", true],
])("aborts it with the outer signal: %s", async (_, early) => {
  const clock = createFakeClock();
  const outer = new AbortController();
  if (early) outer.abort();
  const work = within(clock, 100, outer.signal, (signal) => until(signal));
  outer.abort();
  await work;
  expect(clock.now()).toBe(0);
  expect(clock.pending).toBe(0);
});
