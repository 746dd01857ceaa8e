import { queryObjects } from "node:v8";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import { MAX_ARMED_RULES, MAX_LEDGER_ENTRIES } from "../base/limits.ts";
import { RuleCounter } from "../plan/rule-counter.ts";
import { RulePlan } from "../plan/rule-plan.ts";
import { Exchange } from "../protocol/exchange.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { FrameQueue } from "../wire/frame-queue.ts";
import { createFaultServer, type PlannedFaultServer } from "./create-fault-server.ts";
import { HttpSession } from "./http-session.ts";
import { LineServer } from "./line-server.ts";

/** How many rules arm and fire in each way: 10,000 together. */
const ARMED = 1_500;
const BROUGHT = 7_000;
const PLANNED = 1_500;
/** What is made for exchanges, connections, rules and what they count: nothing of it may pile up. */
const COUNTED = { Exchange, FrameQueue, RulePlan, RuleCounter, HttpSession, LineServer };

type Held = Readonly<Record<string, number>>;

let clock: FakeClock;
let server: PlannedFaultServer;
let firings: number;

beforeEach(() => {
  clock = createFakeClock();
  firings = 0;
});

afterEach(async () => {
  const closed = server.close();
  await clock.advance(2_000);
  await closed;
  expect(clock.pending).toBe(0);
});

/** How many of each are alive after a garbage collection. */
function held(): Held {
  const entries = Object.entries(COUNTED);
  return Object.fromEntries(entries.map(([name, type]) => [name, queryObjects(type, { format: "count" })]));
}

async function open(rules: readonly JsonObject[] = []): Promise<void> {
  server = await createFaultServer({
    version: "1",
    clock,
    ids: createSequentialIds("id"),
    tools: "all",
    rules: rules.map((rule, index) => ({ rule, where: `rules[${index}]` })),
    onFired: () => firings++,
  });
}

/** A client that makes one call at a time: each answer is whatever comes until the next line. */
async function connect() {
  const link = server.connect();
  let came: (text: string) => void = () => undefined;
  link.start({ data: (chunk) => came(chunk.toString()), end: () => came("end") });
  let id = 0;
  const request = (method: string, params: JsonObject): Promise<string> =>
    new Promise((resolve) => {
      came = resolve;
      link.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
    });
  const clientInfo = { name: "tester", version: "1" };
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  return {
    call: (name: string, args: JsonObject = {}, meta: JsonObject = {}) =>
      request("tools/call", { name, arguments: args, _meta: meta }),
    async end() {
      await link.end();
      await clock.advance(0);
    },
  };
}

const FAILED = "The tool failed on purpose";
const arm = (marker: number) => ({
  rule: { id: `one-${marker}`, when: { method: "tools/call", name: "ping" }, inject: [{ fault: "tool_error" }] },
});

/** The last exchanges may not have been let go of yet. */
const MAY_DIFFER = 4;

/** Runs `work` a few times to be warm, then as often as asked for; no more may be held after it than before. */
async function isFlat(count: number, work: (round: number) => Promise<void>): Promise<void> {
  const warm = 2 * MAX_ARMED_RULES + 256;
  for (let round = 0; round < warm; round++) await work(round);
  const before = held();
  for (let round = warm; round < count; round++) await work(round);
  const after = held();
  const grown = Object.entries(after).filter(([name, count]) => count > (before[name] ?? 0) + MAY_DIFFER);
  expect(grown).toEqual([]);
}

// They take long on a machine that is busy.
describe(
  `over ${ARMED + BROUGHT + PLANNED} rules that were armed and have fired, nothing piles up`,
  { timeout: 60_000 },
  () => {
    test("armed by arm_fault on one connection, each with an id of its own", async () => {
      await open();
      const client = await connect();
      await isFlat(ARMED, async (round) => {
        expect(await client.call("arm_fault", arm(round))).toContain(`one-${round}`);
        expect(await client.call("ping")).toContain(FAILED);
      });
      expect(firings).toBe(ARMED);
      expect(await client.call("ping")).not.toContain(FAILED);
      // As many as there is room for are still told of.
      const told = await client.call("disarm_faults");
      expect(told.split("one-").length - 1).toBe(MAX_ARMED_RULES);
      expect(held()["RulePlan"]).toBe(0);
    });

    test("brought by requests in their _meta, each another one", async () => {
      await open();
      const client = await connect();
      await isFlat(BROUGHT, async (round) => {
        const { rule } = arm(round);
        expect(await client.call("ping", {}, { "mcp-failure-lab/rules": [rule] })).toContain(FAILED);
      });
      expect(firings).toBe(BROUGHT);
      expect(await client.call("ping")).not.toContain(FAILED);
    });

    test("of a plan, on connections that come and go", async () => {
      await open([{ when: { method: "tools/call" }, inject: [{ fault: "tool_error" }] }]);
      const lasting = await connect();
      expect(await lasting.call("ping")).toContain(FAILED);
      await isFlat(PLANNED, async () => {
        const client = await connect();
        expect(await client.call("ping")).toContain(FAILED);
        await client.end();
      });
      // What was counted on the connection that has lasted is not forgotten for all those that came after it.
      expect(await lasting.call("ping")).not.toContain(FAILED);
    });

    test("and the ledger of effects stays within its bound", async () => {
      await open();
      const client = await connect();
      const effect = { when: { name: "witness" }, inject: [{ fault: "tool_error" }], times: "always" };
      await client.call("arm_fault", { rule: effect });
      for (let round = 0; round < MAX_LEDGER_ENTRIES + 100; round++)
        expect(await client.call("witness", { marker: String(round) })).toContain(FAILED);
      expect(firings).toBe(MAX_LEDGER_ENTRIES + 100);
      expect(server.ledger()).toHaveLength(MAX_LEDGER_ENTRIES);
    });
  },
);

describe("what is still to act is never taken away to make room", () => {
  test("but a rule that has acted as often as it may is", async () => {
    await open();
    const client = await connect();
    await client.call("arm_fault", {
      rule: { id: "spent", when: { name: "ping" }, inject: [{ fault: "tool_error" }] },
    });
    for (let round = 1; round < MAX_ARMED_RULES; round++)
      await client.call("arm_fault", {
        rule: { id: `waits-${round}`, when: { name: "delay" }, inject: [{ fault: "hang" }] },
      });
    const another = { rule: { id: "another", when: { name: "delay" }, inject: [{ fault: "hang" }] } };
    expect(await client.call("arm_fault", another)).toContain("128 rules are armed here");
    expect(await client.call("ping")).toContain(FAILED);
    expect(await client.call("arm_fault", another)).toContain("another");
    expect(await client.call("arm_fault", another)).toContain("128 rules are armed here");
    const told = await client.call("disarm_faults");
    expect([told.includes("spent"), told.includes("waits-1"), told.includes("another")]).toEqual([false, true, true]);
  });

  test.each([
    [
      "brought by a request",
      (client: Awaited<ReturnType<typeof connect>>, rule: JsonObject) =>
        client.call("ping", {}, { "mcp-failure-lab/rules": rule }),
    ],
    ["armed", (client: Awaited<ReturnType<typeof connect>>, rule: JsonObject) => client.call("arm_fault", { rule })],
  ])("rules of more characters than are kept are refused: %s", async (_, bring) => {
    await open();
    const client = await connect();
    const header = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`x-${index}`, "y".repeat(4096)]));
    const rule = { when: { header }, inject: [{ fault: "tool_error" }] };
    expect(await bring(client, rule)).toMatch(/characters/);
    expect(isObject(JSON.parse(await client.call("ping")) as unknown)).toBe(true);
  });
});
