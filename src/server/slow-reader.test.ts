import { expect, it } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { createLinkedPair } from "../wire/link.ts";
import type { RuleInput } from "../plan/rule.ts";
import { createFaultServer } from "./create-fault-server.ts";

const RULE: RuleInput = {
  when: { method: "tools/list" },
  inject: [{ fault: "slow_reader", with: { forMs: 1_000, everyMs: 400 } }],
};

/** A server that reads slowly after the list of tools was asked for, and the ids of what it has answered at each time. */
async function connect() {
  const clock = createFakeClock();
  const server = await createFaultServer({ version: "1", serve: true, clock, rules: [{ rule: RULE, where: "rule" }] });
  const [near, far] = createLinkedPair();
  let ended: unknown;
  void server.serveLink(far).finished.then((end) => (ended = end));
  const answered: [atMs: number, id: number][] = [];
  near.start({
    data: (chunk) => {
      for (const line of chunk.toString().trimEnd().split("\n"))
        answered.push([clock.now(), (JSON.parse(line) as { id: number }).id]);
    },
    end: () => undefined,
  });
  const ask = (id: number, method: string) => near.write(`${JSON.stringify({ jsonrpc: "2.0", id, method })}\n`);
  await clock.advance(0);
  return { clock, near, answered, ask, ended: () => ended, close: () => server.close() };
}

it("answers, and reads what follows piece by piece until its time is over", async () => {
  const { clock, answered, ask } = await connect();
  ask(1, "tools/list");
  await clock.advance(0);
  // In memory each write is a piece.
  for (let id = 2; id <= 9; id++) ask(id, "ping");
  await clock.advance(5_000);
  const rest = [5, 6, 7, 8, 9].map((id) => [1_000, id]);
  expect(answered).toEqual([[0, 1], [0, 2], [400, 3], [800, 4], ...rest]);
  expect(clock.pending).toBe(0);
});

it("hears the end of the input behind what waits, and leaves in good order", async () => {
  const { clock, near, ask, answered, ended } = await connect();
  ask(1, "tools/list");
  await clock.advance(0);
  ask(2, "ping");
  ask(3, "ping");
  await near.end();
  await clock.advance(5_000);
  expect(answered.map(([, id]) => id)).toEqual([1, 2, 3]);
  expect(ended()).toMatchObject({ by: "peer", code: 0 });
  expect(clock.pending).toBe(0);
});

it("reads on as ever when the lab stops", async () => {
  const { clock, ask, answered, close, ended } = await connect();
  ask(1, "tools/list");
  await clock.advance(0);
  const closed = close();
  await clock.advance(0);
  await closed;
  expect(answered).toHaveLength(1);
  expect(ended()).toMatchObject({ by: "lab" });
  expect(clock.pending).toBe(0);
});
