import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import { parseTarget } from "./target.ts";
import { createFakeAdapter, type FakePlan } from "./fake.ts";
import { createAdapterRegistry } from "./registry.ts";

function faked(plan: FakePlan) {
  const adapter = createFakeAdapter();
  const clock = createFakeClock();
  const target = parseTarget({ adapter: "fake", config: plan }, "plan", createAdapterRegistry([adapter]));
  const session = target.open({ clock, ids: createSequentialIds("id"), env: {}, cwd: "/", protocolVersion: "auto" });
  const controller = new AbortController();
  const operation = { name: "execute", correlationId: "c", budgetMs: 10, signal: controller.signal } as const;
  return { adapter, clock, session, controller, operation };
}

test("does what its plan says, the last step for all further calls", async () => {
  const { clock, session, operation, adapter } = faked({
    identity: { name: "planned", version: "1" },
    calls: [
      { delayMs: 50, progress: [1, 2], result: { content: [], n: 1 } },
      { failure: { kind: "protocol_error", message: "no", code: -32602 } },
    ],
    stderr: "oops",
  });
  expect(await session.setUp(operation)).toMatchObject({
    outcome: "success",
    value: { name: "planned", version: "1" },
  });
  const values: number[] = [];
  const first = session.call({ method: "m", params: { a: 1 }, onProgress: (value) => values.push(value) }, operation);
  await clock.advance(49);
  expect(values).toEqual([]);
  await clock.advance(1);
  expect(await first).toEqual({ outcome: "success", value: { content: [], n: 1 } });
  expect(values).toEqual([1, 2]);
  for (let n = 0; n < 2; n++) {
    const failure = { kind: "protocol_error", message: "no", code: -32602 };
    expect(await session.call({ method: "m", params: {} }, operation)).toEqual({ outcome: "error", failure });
  }
  expect(session.stderrTail()).toBe("oops");
  const call = { method: "m", params: { a: 1 } };
  expect(adapter.events.slice(2, 4)).toEqual([
    { event: "began", operation: "execute", correlationId: "c", budgetMs: 10, call },
    { event: "ended", operation: "execute", correlationId: "c", budgetMs: 10 },
  ]);
  expect(clock.pending).toBe(0);
});

test.each([
  ["timeout", "timeout"],
  ["cancelled", "cancelled"],
  ["transport_loss", "transport_loss"],
  ["invalid_message", "error"],
] as const)("a failure of kind %s is the outcome %s", async (kind, outcome) => {
  const { session, operation } = faked({ calls: [{ failure: { kind, message: "m" } }] });
  expect(await session.call({ method: "m", params: {} }, operation)).toEqual({
    outcome,
    failure: { kind, message: "m" },
  });
});

test("hangs until it is given up, and a deaf step does not hear even that", async () => {
  const { session, operation, controller, clock } = faked({ calls: [{ hang: true }, { deaf: true }] });
  const call = { method: "m", params: {} };
  const hung = session.call(call, operation);
  const deaf = session.call(call, operation);
  let settled = false;
  void deaf.finally(() => (settled = true));
  await clock.advance(1_000_000);
  controller.abort();
  expect(await hung).toMatchObject({ outcome: "cancelled" });
  await clock.advance(1_000_000);
  expect(settled).toBe(false);
  expect(clock.pending).toBe(0);
});

test("throws where it is told to", async () => {
  const { session, operation } = faked({ setUp: { throws: "boom" } });
  await expect(session.setUp(operation)).rejects.toThrow("boom");
});

test("cleans up once, however often it is asked", async () => {
  const { session, operation, adapter } = faked({});
  const both = await Promise.all([session.cleanUp(operation), session.cleanUp(operation)]);
  expect(both).toEqual([
    { outcome: "success", value: undefined },
    { outcome: "success", value: undefined },
  ]);
  expect(adapter.events.map(({ event }) => event)).toEqual(["began", "ended"]);
});
