import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { keepYoungHeapSmall } from "./young-heap.ts";

test("the heap's part for new objects stays as it is, once a server has had time for its first answer", async () => {
  const clock = createFakeClock();
  const flags: string[] = [];
  keepYoungHeapSmall(clock, (flag) => flags.push(flag));
  await clock.advance(249);
  expect(flags).toEqual([]);
  await clock.advance(1_000);
  expect(flags).toEqual(["--semi-space-growth-factor=1"]);
});

test("V8 knows the flag", async () => {
  const clock = createFakeClock();
  keepYoungHeapSmall(clock);
  await clock.advance(250);
  expect(clock.pending).toBe(0);
});
