import { expect, test } from "vitest";
import { initializedIgnored } from "./initialized-ignored.ts";
import { runFault } from "./testing/run-fault.ts";

const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const note = { jsonrpc: "2.0", method: "notifications/roots/list_changed" };

test.each(["stdio", "http-json"] as const)(
  "the answer comes at once, the notification never arrives, %s",
  async (shape) => {
    const peer = [
      { atMs: 50, message: note },
      { atMs: 100, message: initialized },
    ];
    const run = await runFault(initializedIgnored, {}, { shape, method: "initialize", peer });
    expect(run.frames[0]?.atMs).toBe(0);
    expect(run.received.map(({ withheld }) => withheld)).toEqual([false, true]);
    expect(run).toMatchObject({ endedBy: "itself", endedAtMs: 100 });
  },
);

test("a client that never sends it leaves nothing behind", async () => {
  const run = await runFault(initializedIgnored, {}, { method: "initialize", stopAtMs: 900 });
  expect(run).toMatchObject({ endedBy: "stop", endedAtMs: 900, pendingTimers: 0 });
});
