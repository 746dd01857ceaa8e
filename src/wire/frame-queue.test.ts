import { expect, test } from "vitest";
import type { Frame } from "./frame.ts";
import { FrameQueue } from "./frame-queue.ts";

const frame = (text: string): Frame => ({ kind: "comment", text });
const A = frame("a");
const B = frame("b");

async function drain(queue: FrameQueue): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const each of queue) frames.push(each);
  return frames;
}

test("hands frames out in order, whether they were put before or are waited for", async () => {
  const queue = new FrameQueue();
  queue.push(A);
  const all = drain(queue);
  queue.push(B);
  await Promise.resolve();
  queue.push(A);
  queue.end();
  expect(await all).toEqual([A, B, A]);
});

test("hands out what waits after the end, and takes nothing more", async () => {
  const queue = new FrameQueue();
  queue.push(A);
  queue.end();
  queue.push(B);
  expect(queue.ended).toBe(true);
  expect(await drain(queue)).toEqual([A]);
});

test("drops what waits when told to", async () => {
  const queue = new FrameQueue();
  queue.push(A);
  queue.end({ drop: true });
  expect(await drain(queue)).toEqual([]);
});

test("wakes everybody who waits when it ends", async () => {
  const queue = new FrameQueue();
  const waiting = [queue.next(), queue.next()];
  queue.end();
  expect(await Promise.all(waiting)).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined },
  ]);
});

test("gives frames to those who wait in the order in which they came", async () => {
  const queue = new FrameQueue();
  const [first, second] = [queue.next(), queue.next()];
  queue.push(A);
  queue.push(B);
  expect([(await first).value, (await second).value]).toEqual([A, B]);
});

test("drops what waits once its reader has left", async () => {
  const queue = new FrameQueue();
  queue.push(A);
  queue.push(B);
  for await (const _ of queue) break;
  expect(queue.ended).toBe(true);
  expect(await drain(queue)).toEqual([]);
});
