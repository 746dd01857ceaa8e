import { toJsonSchema } from "@valibot/to-json-schema";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createSequentialIds } from "../base/ids.ts";
import { createRandom } from "../base/random.ts";
import { FAULTS } from "../faults/index.ts";
import { createHealthyServer } from "../healthy/server.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { Link } from "../wire/link.ts";
import { createFaultPlan } from "./fault-plan.ts";
import { joinFaultServer, type FaultServer } from "./fault-server.ts";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

let clock: FakeClock;
let server: FaultServer;

beforeEach(() => {
  clock = createFakeClock();
  const ids = createSequentialIds("id");
  const healthy = createHealthyServer({
    clock,
    ids,
    version: "1.2.3",
    faults: FAULTS,
    // The type of the converter's result is wider than JSON; what it makes is JSON.
    inputSchema: (declaration) => toJsonSchema(declaration.params, { errorMode: "ignore" }) as unknown as JsonObject,
    serve: true,
  });
  server = joinFaultServer({
    healthy,
    plan: createFaultPlan({
      random: createRandom(1),
      ownProcess: true,
      openHouse: () => Promise.reject(new Error("no rules here")),
    }),
    clock,
    ids,
  });
});

afterEach(async () => {
  const closed = server.close();
  await clock.advance(2000);
  await closed;
  expect(clock.pending).toBe(0);
});

/** A raw client: whole chunks as they arrive. */
function rawClient(link: Link) {
  const chunks: string[] = [];
  let ended = false;
  link.start({
    data: (chunk) => void chunks.push(chunk.toString()),
    end: () => {
      ended = true;
    },
  });
  return {
    chunks,
    get ended() {
      return ended;
    },
    get messages(): JsonObject[] {
      return chunks
        .join("")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as JsonObject);
    },
    send: (...messages: unknown[]) => link.write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
  };
}

const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

function call(id: number | string, name: string, args: JsonObject = {}, meta?: JsonObject): JsonObject {
  const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

describe("lines in memory", () => {
  it("serves both eras on one connection, all lines of one chunk in one write", async () => {
    const client = rawClient(server.connect());
    client.send(initialize, call(1, "ping"), call(2, "ping", {}, ENVELOPE));
    await clock.advance(0);
    expect(client.chunks).toHaveLength(1);
    expect(client.messages.map((message) => message.id)).toEqual([0, 1, 2]);
    expect(client.messages[2]).toMatchObject({ result: { resultType: "complete" } });
  });

  it("writes the frames that a fault wants told apart 20 ms apart", async () => {
    const client = rawClient(server.connect());
    client.send(call(7, "duplicate_response", {}, ENVELOPE));
    await clock.advance(19);
    expect(client.chunks).toHaveLength(1);
    await clock.advance(1);
    expect(client.chunks).toHaveLength(2);
    expect(client.chunks[0]).toBe(client.chunks[1]);
  });

  it("drops what waits at the end of the input, and writes what is answered", async () => {
    const link = server.connect();
    const client = rawClient(link);
    client.send(call(1, "delay", { delayMs: 100 }, ENVELOPE), call(2, "duplicate_response", {}, ENVELOPE));
    await link.end();
    await clock.advance(50);
    expect(client.messages.map((message) => message.id)).toEqual([2, 2]);
    expect(client.ended).toBe(true);
  });

  it("lets a cancel reach a call whose answer a fault holds back", async () => {
    const client = rawClient(server.connect());
    client.send(initialize, call(0, "delay", { delayMs: 100 }));
    await clock.advance(10);
    client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } });
    await clock.advance(200);
    expect(client.messages.map((message) => message.id)).toEqual([0]);
  });
});
