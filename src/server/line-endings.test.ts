import { expect, it } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { SHUTDOWN_GRACE_MS } from "../base/limits.ts";
import { createLinkedPair } from "../wire/link.ts";
import type { RuleInput } from "../plan/rule.ts";
import { createFaultServer } from "./create-fault-server.ts";
import type { LineEnd } from "./line-server.ts";

const ping = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;

/** A server with one rule, at one end of a connection; at the other a client that notes what it sees. */
async function connect(rule: RuleInput) {
  const clock = createFakeClock();
  const rules = [{ rule, where: "rule" }];
  const server = await createFaultServer({ version: "1.2.3", serve: true, clock, rules });
  const [near, far] = createLinkedPair();
  let end: LineEnd | undefined;
  void server.serveLink(far).finished.then((found) => (end = found));
  const seen: string[] = [];
  near.start({ data: (chunk) => void seen.push(chunk.toString()), end: () => void seen.push("end") });
  await clock.advance(0);
  return {
    clock,
    near,
    seen,
    get end() {
      return end;
    },
    close: () => server.close(),
  };
}

it.each(["$start", "$open"])("an exit at %s ends the server before it has read anything", async (method) => {
  const { clock, near, seen, end } = await connect({
    when: { method },
    inject: [{ fault: "process_exit", with: { code: 3 } }],
  });
  near.write(ping);
  await clock.advance(0);
  expect([seen, end]).toEqual([["end"], { by: "fault", code: 3, signal: undefined }]);
});

it.each(["$start", "$open"])("the end of the input bounds what a fault does at %s", async (method) => {
  const rule = { when: { method }, inject: [{ fault: "slow_start", with: { delayMs: 60_000 } }] };
  const connection = await connect(rule);
  const { clock, near, seen } = connection;
  near.write(ping);
  await clock.advance(10_000);
  expect(seen).toEqual([]);
  await near.end();
  await clock.advance(SHUTDOWN_GRACE_MS - 1);
  expect([seen, connection.end]).toEqual([[], undefined]);
  await clock.advance(1);
  // What it was asked before is answered.
  expect(seen.map((text) => text.slice(0, 30))).toEqual([expect.stringContaining('"id":1'), "end"]);
  expect(connection.end).toMatchObject({ by: "peer", code: 0 });
  expect(clock.pending).toBe(0);
});

it("what came before it reads is read in order, whether the input ends or not", async () => {
  const rule = { when: { method: "$open" }, inject: [{ fault: "slow_start", with: { delayMs: 1_000 } }] };
  const { clock, near, seen } = await connect(rule);
  for (let id = 1; id <= 3; id++) near.write(ping.replace("1", String(id)));
  await clock.advance(1_000);
  near.write(ping.replace("1", "4"));
  await clock.advance(0);
  const ids = [...seen.join("").matchAll(/"id":(\d)/g)].map(([, id]) => id);
  expect(ids).toEqual(["1", "2", "3", "4"]);
  expect(clock.pending).toBe(0);
});

it("after a cut nothing is said, and the server lives until its input ends", async () => {
  const connection = await connect({ when: { method: "ping" }, inject: [{ fault: "stdout_closed" }] });
  const { clock, near, seen } = connection;
  near.write(ping);
  await clock.advance(10_000);
  near.write(ping.replace("1", "2"));
  await clock.advance(10_000);
  expect([seen, connection.end]).toEqual([["end"], undefined]);
  await near.end();
  await clock.advance(0);
  expect(connection.end).toMatchObject({ by: "peer", code: 0 });
  expect(clock.pending).toBe(0);
});

it("or until it is told to stop", async () => {
  const connection = await connect({ when: { method: "$open" }, inject: [{ fault: "stdout_closed" }] });
  const closed = connection.close();
  await connection.clock.advance(2_000);
  await closed;
  expect(connection.end).toMatchObject({ by: "lab" });
});
