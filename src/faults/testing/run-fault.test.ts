import { describe, expect, test } from "vitest";
import { until } from "../../base/abort.ts";
import type { Transform } from "../../wire/transform.ts";
import { runFault } from "./run-fault.ts";
import type { RunnableFault } from "./runnable-fault.ts";

const never = new AbortController().signal;

function fault(transform: Transform, more: Partial<RunnableFault<object>> = {}): RunnableFault<object> {
  return {
    name: "sample",
    stage: "message",
    shapes: ["stdio", "http-json", "http-sse"],
    apply: () => transform,
    ...more,
  };
}

const pass = fault(async function* (frames) {
  yield* frames;
});

describe("a defect of a fault is seen:", () => {
  test("it waits for something that does not come", async () => {
    const run = await runFault(
      fault(async function* (frames) {
        await until(never);
        yield* frames;
      }),
      {},
    );
    expect(run).toMatchObject({ endedBy: "nothing", endedAtMs: undefined });
  });

  test("it sleeps on when the lab stops", async () => {
    const run = await runFault(
      fault(async function* (frames, wire) {
        await wire.clock.sleep(30_000);
        yield* frames;
      }),
      {},
      { stopAtMs: 10 },
    );
    expect(run).toMatchObject({ endedBy: "nothing", pendingTimers: 1 });
  });

  test("it holds an answer for the cancel alone, and does not see that the lab stops", async () => {
    const run = await runFault(
      fault(async function* (frames, wire) {
        for await (const frame of frames) {
          await until(wire.cancelled);
          yield frame;
        }
      }),
      {},
      { stopAtMs: 10 },
    );
    expect(run.endedBy).toBe("nothing");
  });

  test("it leaves a timer behind", async () => {
    const run = await runFault(
      fault(async function* (frames, wire) {
        wire.clock.after(10, () => {});
        yield* frames;
      }),
      {},
    );
    expect(run).toMatchObject({ endedBy: "itself", pendingTimers: 1 });
  });

  test("it throws", async () => {
    const run = await runFault(
      fault(async function* (frames) {
        yield* frames;
        throw new Error("defect");
      }),
      {},
    );
    expect(run.errors).toEqual(["defect"]);
  });

  test("its tool throws", async () => {
    const tool = { description: "", answer: () => Promise.reject(new Error("tool")) };
    expect((await runFault({ ...pass, tool }, {})).errors).toEqual(["tool"]);
  });

  test("it needs a stream and lists JSON", async () => {
    const twice = fault(async function* (frames) {
      for await (const frame of frames) {
        yield frame;
        if (frame.kind === "message") yield frame;
      }
    });
    expect((await runFault(twice, {}, { shape: "http-json" })).errors[0]).toContain("must not list http-json");
  });
});

describe("the exchange", () => {
  test.each([
    ["stdio", "legacy", { transport: "stdio", session: undefined, revision: "2025-11-25" }],
    ["stdio", "modern", { transport: "stdio", session: undefined, revision: "2026-07-28" }],
    ["http-json", "legacy", { transport: "http", session: 1, shape: "http-json" }],
    ["http-sse", "modern", { transport: "http", session: undefined, shape: "http-sse" }],
  ] as const)("on %s in the %s era", async (shape, era, facts) => {
    expect((await runFault(pass, {}, { shape, era })).exchange).toMatchObject({ era, ...facts });
  });

  test("is a call of the fault's own tool, a method, or a given request", async () => {
    const name = async (options: Parameters<typeof runFault>[2]) => (await runFault(pass, { a: 1 }, options)).exchange;
    expect(await name({})).toMatchObject({ name: "sample", request: { params: { arguments: { a: 1 } } } });
    expect(await name({ method: "resources/read" })).toMatchObject({ method: "resources/read", name: "lab://text" });
    expect(await name({ request: { jsonrpc: "2.0", id: 0, method: "ping" } })).toMatchObject({ method: "ping" });
  });
});

describe("the healthy side", () => {
  test("answers as a correct peer would, or what it is told to", async () => {
    const answers = async (options: Parameters<typeof runFault>[2]) =>
      (await runFault(pass, {}, options)).messages.map(({ result }) => result);
    expect(await answers({ method: "resources/read" })).toMatchObject([{ contents: [{ uri: "lab://text" }] }]);
    expect(await answers({ result: { a: 1 }, era: "modern" })).toEqual([{ resultType: "complete", a: 1 }]);
  });

  test("opens a stream when it speaks before it answers", async () => {
    const log = { jsonrpc: "2.0", method: "notifications/message", params: {} };
    const run = await runFault(pass, {}, { shape: "http-json", before: [log] });
    expect(run.frames.map(({ frame }) => frame.kind)).toEqual(["head", "bytes", "bytes", "close"]);
    expect(run.exchange.shape).toBe("http-sse");
  });

  test("gets a stream where the fault cannot have JSON with these parameters", async () => {
    const narrow = { ...pass, shapesWith: () => ["http-sse"] as const };
    expect((await runFault(narrow, {}, { shape: "http-json" })).exchange.shape).toBe("http-sse");
  });
});

describe("the peer", () => {
  test("is heard by the fault, at the time it speaks", async () => {
    const seen = fault(async function* (frames, wire) {
      await wire.seen(({ method }) => method === "ping", wire.over);
      yield* frames;
    });
    const peer = [
      { atMs: 10, message: { method: "other" } },
      { atMs: 70, message: { method: "ping" } },
    ];
    const run = await runFault(seen, {}, { peer });
    expect(run.frames.map(({ atMs }) => atMs)).toEqual([70]);
    expect(run.received).toEqual(peer.map((each) => ({ ...each, withheld: false })));
  });

  test("cancels by a message on stdio and in a session, and by closing the request in the modern era over HTTP", async () => {
    const cancelled = async (options: Parameters<typeof runFault>[2]) =>
      (
        await runFault(
          fault(async function* (frames, wire) {
            await until(wire.over);
            yield* frames;
          }),
          {},
          { ...options, cancelAtMs: 5 },
        )
      ).received.map(({ message }) => message?.method);
    expect(await cancelled({ era: "modern" })).toEqual(["notifications/cancelled"]);
    expect(await cancelled({ shape: "http-json" })).toEqual(["notifications/cancelled"]);
    expect(await cancelled({ shape: "http-json", era: "modern" })).toEqual([undefined]);
  });
});

test("chance depends on the seed alone", async () => {
  const dice = fault(async function* (frames, wire) {
    for await (const frame of frames)
      yield frame.kind === "message" ? { ...frame, message: { roll: wire.random.next() } } : frame;
  });
  const roll = async (seed?: number) => (await runFault(dice, {}, seed === undefined ? {} : { seed })).messages;
  expect(await roll(7)).toEqual(await roll(7));
  expect(await roll(7)).not.toEqual(await roll());
});
