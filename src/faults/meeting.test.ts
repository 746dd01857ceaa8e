import { beforeEach, describe, expect, test } from "vitest";
import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createMailbox } from "../wire/mailbox.ts";
import type { Mailbox } from "../wire/transform.ts";
import { createMeetings } from "./meeting.ts";

let clock: FakeClock;
let shared: Mailbox;

beforeEach(() => {
  clock = createFakeClock();
  shared = createMailbox();
});

function wire(over = new AbortController(), mailbox = shared) {
  return { clock, over: over.signal, shared: mailbox };
}

test("those who have met know what each has brought, and their place", async () => {
  const meet = createMeetings<string>(3, 1_000);
  const seats = await Promise.all(["a", "b", "c"].map((value) => meet(wire(), value)));
  expect(seats).toMatchObject([0, 1, 2].map((index) => ({ index, values: ["a", "b", "c"] })));
  expect(clock.pending).toBe(0);
});

test("the next ones meet anew", async () => {
  const meet = createMeetings<string>(2, 1_000);
  const seats = await Promise.all(["a", "b", "c", "d"].map((value) => meet(wire(), value)));
  expect(seats.map((seat) => seat?.values)).toEqual([
    ["a", "b"],
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ]);
});

test("who has waited in vain goes on alone, and is not counted any more", async () => {
  const meet = createMeetings<string>(2, 1_000);
  const late = meet(wire(), "late");
  await clock.advance(1_000);
  expect(await late).toBeUndefined();
  const seats = await Promise.all(["a", "b"].map((value) => meet(wire(), value)));
  expect(seats[0]?.values).toEqual(["a", "b"]);
});

test("who is cancelled goes at once", async () => {
  const meet = createMeetings<string>(2, 1_000);
  const over = new AbortController();
  const cancelled = meet(wire(over), "x");
  over.abort();
  expect(await cancelled).toBeUndefined();
  expect(clock.pending).toBe(0);
});

test("different scopes never meet", async () => {
  const meet = createMeetings<string>(2, 1_000);
  const apart = [meet(wire(), "a"), meet(wire(undefined, createMailbox()), "b")];
  await clock.advance(1_000);
  expect(await Promise.all(apart)).toEqual([undefined, undefined]);
});

describe("speaking in turn", () => {
  test("one waits until another is done", async () => {
    const meet = createMeetings<string>(2, 1_000);
    const [first, second] = await Promise.all([meet(wire(), "a"), meet(wire(), "b")]);
    const order: string[] = [];
    const waited = first?.untilDone(1, new AbortController().signal).then(() => order.push("first"));
    order.push("second");
    second?.done();
    await waited;
    expect(order).toEqual(["second", "first"]);
  });

  test("or until its own time is up; the last has nobody to wait for", async () => {
    const meet = createMeetings<string>(2, 1_000);
    const [first, second] = await Promise.all([meet(wire(), "a"), meet(wire(), "b")]);
    await first?.untilDone(1, AbortSignal.abort());
    await second?.untilDone(2, new AbortController().signal);
    expect([first?.index, second?.index]).toEqual([0, 1]);
  });
});
