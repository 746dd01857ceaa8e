import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, test } from "vitest";
import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import type { ExchangeFacts } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { actingFault } from "./testing/acting-fault.ts";
import { sampleExchange } from "./testing/sample-exchange.ts";
import { ExchangeWire } from "./wire.ts";

let clock: FakeClock;
let closing: AbortController;
let listeners: Set<(message: JsonObject) => void>;

beforeEach(() => {
  clock = createFakeClock();
  closing = new AbortController();
  listeners = new Set();
});

function open(maxMs = 0, facts: Partial<ExchangeFacts> = {}) {
  const exchange = sampleExchange(facts);
  const fault = actingFault("sample", (frames) => frames, { maxMs });
  const wire = new ExchangeWire(exchange, fault, {
    clock,
    closing: closing.signal,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return { exchange, wire };
}

describe("over aborts", () => {
  test("at the cancel", () => {
    const { exchange, wire } = open();
    expect(wire.over.aborted).toBe(false);
    exchange.cancel();
    expect(wire.over.aborted).toBe(true);
    expect(wire.cancelled.aborted).toBe(true);
    expect(wire.closing.aborted).toBe(false);
  });

  test("when the lab stops", () => {
    const { wire } = open();
    expect(wire.over.aborted).toBe(false);
    closing.abort();
    expect(wire.over.aborted).toBe(true);
    expect(wire.cancelled.aborted).toBe(false);
  });

  test("at once where that has happened already", () => {
    closing.abort();
    expect(open().wire.over.aborted).toBe(true);
  });

  test("maxMs after the cancel, where the fault may outlive it", async () => {
    const { exchange, wire } = open(100);
    const { over } = wire;
    exchange.cancel();
    await clock.advance(99);
    expect(over.aborted).toBe(false);
    await clock.advance(1);
    expect(over.aborted).toBe(true);
  });

  test("when the lab stops, however long the fault may outlive a cancel", () => {
    const { wire } = open(100);
    expect(wire.over.aborted).toBe(false);
    closing.abort();
    expect(wire.over.aborted).toBe(true);
  });

  test("on $shutdown maxMs after the lab began to stop, or when the connection is lost", async () => {
    closing.abort();
    const { wire } = open(100, { method: "$shutdown" });
    const lost = open(100, { method: "$shutdown" });
    expect(wire.over.aborted).toBe(false);
    expect(lost.wire.over.aborted).toBe(false);
    lost.exchange.cancel();
    expect(lost.wire.over.aborted).toBe(true);
    await clock.advance(100);
    expect(wire.over.aborted).toBe(true);
  });
});

describe("the deadline", () => {
  test("does not run before the cancel, then for maxMs", async () => {
    const { exchange, wire } = open(100);
    const { deadline } = wire;
    await clock.advance(1_000);
    exchange.cancel();
    await clock.advance(99);
    expect(deadline.aborted).toBe(false);
    await clock.advance(1);
    expect(deadline.aborted).toBe(true);
  });

  test("comes with the cancel where the fault may not outlive it", () => {
    const { exchange, wire } = open();
    const { deadline } = wire;
    exchange.cancel();
    expect(deadline.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("is 60 seconds at most", async () => {
    const { exchange, wire } = open(3_600_000);
    const { deadline } = wire;
    exchange.cancel();
    await clock.advance(60_000);
    expect(deadline.aborted).toBe(true);
  });
});

describe("seen", () => {
  const tell = (message: JsonObject) => {
    for (const listener of listeners) listener(message);
  };
  const never = new AbortController().signal;

  test("is the next message that fits", async () => {
    const seen = open().wire.seen((message) => message.method === "b", never);
    tell({ method: "a" });
    tell({ method: "b", id: 1 });
    tell({ method: "b", id: 2 });
    expect(await seen).toEqual({ method: "b", id: 1 });
    expect(listeners.size).toBe(0);
    expect(getEventListeners(never, "abort")).toHaveLength(0);
  });

  test("is nothing once the signal aborts, before or after", async () => {
    const { wire } = open();
    const giveUp = new AbortController();
    const seen = wire.seen(() => true, giveUp.signal);
    giveUp.abort();
    expect(await seen).toBeUndefined();
    expect(await wire.seen(() => true, giveUp.signal)).toBeUndefined();
    expect(listeners.size).toBe(0);
  });
});

describe("release", () => {
  test("takes back what listens to the end of the lab, and every timer", () => {
    const { exchange, wire } = open(100);
    void wire.over;
    exchange.cancel();
    expect(getEventListeners(closing.signal, "abort")).toHaveLength(1);
    expect(clock.pending).toBe(1);
    wire.release();
    expect(getEventListeners(closing.signal, "abort")).toHaveLength(0);
    expect(clock.pending).toBe(0);
  });

  test("ends what waits for a message that will not come", async () => {
    const { wire } = open();
    const seen = wire.seen(() => true, new AbortController().signal);
    wire.release();
    expect(await seen).toBeUndefined();
    expect(listeners.size).toBe(0);
  });
});

test("more exchanges than Node.js takes for sane may wait for the end of the lab", () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => void warnings.push(warning.name);
  process.on("warning", hear);
  for (let i = 0; i < 50; i++) void open().wire.over;
  return new Promise<void>((resolve) => process.nextTick(resolve))
    .then(() => expect(warnings).toEqual([]))
    .finally(() => process.off("warning", hear));
});

test("the framing follows the shape", () => {
  const encode = (shape: "stdio" | "http-json" | "http-sse") => {
    const { exchange, wire } = open();
    exchange.shape = shape;
    return wire.framing.encode({ id: 1 }).toString();
  };
  expect(encode("stdio")).toBe('{"id":1}\n');
  expect(encode("http-json")).toBe('{"id":1}');
  expect(encode("http-sse")).toBe('event: message\ndata: {"id":1}\n\n');
});
