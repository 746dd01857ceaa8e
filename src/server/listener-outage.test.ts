import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { ListenerOutage } from "./listener-outage.ts";

function openOutage(takenTimes = 0) {
  const clock = createFakeClock();
  const seen: string[] = [];
  let taken = takenTimes;
  const say = (what: string): void => void seen.push(`${what} ${clock.now()}`);
  const outage = new ListenerOutage({
    clock,
    listener: {
      pause: () => Promise.resolve(say("gone")),
      resume: () => (taken-- > 0 ? Promise.reject(new Error("taken")) : Promise.resolve(say("back"))),
    },
    forgetSessions: () => say("forgotten"),
    onTaken: () => say("taken"),
  });
  return { clock, seen, outage };
}

const down = (downMs: number, sessions: "lost" | "kept" = "kept") =>
  ({ kind: "outage", downMs, sessions, fault: "lab" }) as const;

test("gone, and back after its time", async () => {
  const { clock, seen, outage } = openOutage();
  await outage.begin(down(300, "lost"));
  await clock.advance(1_000);
  expect(seen).toEqual(["gone 0", "forgotten 0", "back 300"]);
});

test("outages that overlap are one, as long as the longest, whichever comes first", async () => {
  for (const times of [
    [600, 300],
    [300, 600],
    [300, 300, 600],
  ]) {
    const { clock, seen, outage } = openOutage();
    await Promise.all(times.map((ms) => outage.begin(down(ms))));
    await clock.advance(1_000);
    expect(seen).toEqual(["gone 0", "back 600"]);
    await outage.begin(down(100));
    await clock.advance(1_000);
    expect(seen.slice(2)).toEqual(["gone 1000", "back 1100"]);
  }
});

test("an address that has been taken is tried again, and told of once", async () => {
  const { clock, seen, outage } = openOutage(3);
  await outage.begin(down(100));
  await clock.advance(2_000);
  expect(seen).toEqual(["gone 0", "taken 100", "back 700"]);
});

test("after the end nothing comes back", async () => {
  const { clock, seen, outage } = openOutage();
  await outage.begin(down(100));
  outage.close();
  await clock.advance(1_000);
  expect([seen, clock.pending]).toEqual([["gone 0"], 0]);
});
