import { describe, expect, test } from "vitest";
import { MAX_OUTLIVE_MS, SESSION_IDLE_MS, SHUTDOWN_GRACE_MS } from "../base/limits.ts";
import type { FaultDeclaration } from "../faults/define-fault.ts";
import { FAULTS } from "../faults/index.ts";
import type { PseudoExchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { openPairClient, type PairWay } from "./testing/pair-client.ts";
import { openPairHouse, type PairHouse } from "./testing/pair-house.ts";

const LINE: PairWay = { name: "stdio", transport: "stdio", era: "legacy", answers: "json", session: false };
const SESSION: PairWay = { name: "HTTP", transport: "http", era: "legacy", answers: "json", session: true };

/** Where faults act without a request, and what brings such a moment about once a client is there. */
const MOMENTS: readonly (readonly [at: PseudoExchange, way: PairWay, come: (house: PairHouse) => Promise<void>])[] = [
  ["$start", LINE, nothing],
  ["$open", LINE, nothing],
  ["$notification", LINE, nothing],
  ["$stream", LINE, alterTools],
  ["$shutdown", LINE, nothing],
  ["$start", SESSION, async ({ server }) => (await server.http()).start()],
  ["$notification", SESSION, nothing],
  ["$shutdown", SESSION, nothing],
];

async function nothing(): Promise<void> {}

/** Whoever has initialized is told of it. */
function alterTools({ server }: PairHouse): Promise<void> {
  server.changes.tools.delete("delay");
  return Promise.resolve();
}

/** Longer than any two take one after the other. */
const LONGEST_MS = 150_000;

function actingAt(at: PseudoExchange, way: PairWay): readonly FaultDeclaration[] {
  return FAULTS.filter(
    (fault) =>
      fault.direction !== "to-server" &&
      fault.at?.includes(at) === true &&
      fault.shapes.some((shape) => shape.startsWith(way.transport)),
  );
}

describe.each(MOMENTS)("any two faults end and leave the server healthy: at %s of %o", (at, way, come) => {
  const acting = actingAt(at, way);
  test.each(acting.map((first) => [first.name, first] as const))("%s and any other", async (_, first) => {
    const problems: string[] = [];
    for (const second of acting) {
      const inject = [first, second].map(({ name, examples: [example] }) => ({
        fault: name,
        // Parameters come out of a schema for objects, whatever the catalogue's common type says.
        with: example as JsonObject,
      }));
      const house = await openPairHouse(way.answers, [
        { rule: { when: { method: at }, inject, scope: "server" }, where: "test" },
      ]);
      const found = await problemsOf(house, way, come);
      if (house.takeActed().join() !== `${first.name},${second.name}`) found.push("they have not acted");
      problems.push(...found.map((problem) => `${second.name}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });
});

async function problemsOf(
  house: PairHouse,
  way: PairWay,
  come: (house: PairHouse) => Promise<void>,
): Promise<string[]> {
  const { clock, server, armed, defects } = house;
  const found: string[] = [];
  const first = await openPairClient(house, way);
  void come(house);
  await clock.advance(LONGEST_MS);
  // What belongs to a connection may last as long as that does.
  first.close();
  await clock.advance(SESSION_IDLE_MS);
  if (armed.size > 0) found.push("goes on after its connection");
  if (clock.pending > 0) found.push(`${clock.pending} timers left`);
  const second = await openPairClient(house, way);
  const answer = await second.plain();
  if (!answer.includes('\\"status\\":\\"ok\\"')) found.push(`then a call gets ${JSON.stringify(answer)}`);
  second.close();
  const closed = server.close();
  await clock.advance(MAX_OUTLIVE_MS + SHUTDOWN_GRACE_MS);
  await closed;
  if (armed.size > 0 || clock.pending > 0) found.push(`${armed.size} exchanges, ${clock.pending} timers left`);
  return [...found, ...defects];
}
