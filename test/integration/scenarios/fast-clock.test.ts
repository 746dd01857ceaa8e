import { describe, expect, test } from "vitest";
import { chooseClock } from "../../../src/cli/choose-clock.ts";
import { PING, reportOf } from "./run-own.ts";

const MINUTE = 60_000;

const FAST = { clock: "fast", target: undefined, transport: undefined, client: "lab" } as const;

/** Scenarios that wait for a minute, each with what comes of it. */
const SLOW = {
  "a call that is never answered": [
    {
      call: { tool: "hang" },
      timeoutMs: MINUTE,
      expect: { outcome: "timeout", minDurationMs: MINUTE, maxDurationMs: MINUTE },
      observe: PING,
    },
    MINUTE,
  ],
  "a call that is late": [
    {
      call: { tool: "delay", args: { delayMs: 30_000 } },
      timeoutMs: MINUTE,
      expect: { outcome: "success", minDurationMs: 30_000 },
      observe: PING,
    },
    30_000,
  ],
  "a rule that delays": [
    { ...PING, timeoutMs: MINUTE, inject: ["tools/call late_head delayMs=30000"], observe: PING },
    30_000,
  ],
  "steps, several at one time": [
    {
      timeoutMs: MINUTE,
      steps: [
        {
          parallel: [
            { call: { tool: "delay", args: { delayMs: 20_000 } } },
            { cancel: { call: { tool: "hang" }, afterMs: 40_000 } },
          ],
        },
        { waitFor: { method: "notifications/tools/list_changed" }, timeoutMs: 20_000, expect: { received: false } },
      ],
    },
    MINUTE,
  ],
} as const;

describe.each(["2026-07-28", "2025-11-25"])("at %s", (protocolVersion) => {
  test.each(Object.entries(SLOW).filter(([name]) => name !== "a rule that delays" || protocolVersion === "2026-07-28"))(
    "%s ends at once under the fast clock, with the time that it would have taken",
    async (_name, [scenario, durationMs]) => {
      const real = performance.now();
      const seen = await reportOf({ protocolVersion, ...scenario }, { clock: await chooseClock(FAST) });
      expect(seen.failures).toEqual([]);
      expect(seen.lifecycle.problems).toEqual([]);
      expect(seen.durationMs).toBe(durationMs);
      expect(performance.now() - real).toBeLessThan(5_000);
    },
  );
});
