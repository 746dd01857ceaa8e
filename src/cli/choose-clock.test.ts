import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { chooseClock } from "./choose-clock.ts";

const PLAIN = { clock: "fast", target: undefined, transport: undefined, client: "lab" } as const;

test("the real clock, unless the fast one is asked for", async () => {
  expect(await chooseClock({ ...PLAIN, clock: "real", transport: "http" })).toBe(systemClock);
  const fast = await chooseClock(PLAIN);
  await fast.sleep(3_600_000);
  expect(fast.now()).toBe(3_600_000);
});

test.each([
  ["--target", { target: "t.json" }],
  ["--transport", { transport: "stdio" }],
  ["--client", { client: "typescript-sdk" }],
] as const)("the fast one does not go with %s", async (option, given) => {
  await expect(chooseClock({ ...PLAIN, ...given })).rejects.toThrow(`--clock fast and ${option} do not go together`);
});
