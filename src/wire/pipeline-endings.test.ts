import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, test } from "vitest";
import { until } from "../base/abort.ts";
import { actingFault } from "./testing/acting-fault.ts";
import { ANSWER, answer, performed, PipelineBench } from "./testing/pipeline-bench.ts";
import { sampleExchange } from "./testing/sample-exchange.ts";
import type { Transform } from "./transform.ts";

const LINE = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

const pass: Transform = async function* (frames) {
  yield* frames;
};
const hang: Transform = async function* (frames, wire) {
  await until(wire.over);
  yield* frames;
};

let bench: PipelineBench;

beforeEach(() => {
  bench = new PipelineBench();
});

describe("a cancel", () => {
  const late: Transform = async function* (frames, wire) {
    await until(wire.cancelled);
    yield* frames;
  };

  test("ends what waits, and nothing more is said", async () => {
    const { exchange, pipeline, sink } = bench.start([actingFault("hang", hang)]);
    answer(pipeline);
    exchange.cancel();
    await pipeline.done;
    expect(performed(sink)).toEqual([]);
  });

  test("lets frames that are on their way leave at the end of the input", async () => {
    const { exchange, pipeline, sink } = bench.start([actingFault("late", late)]);
    answer(pipeline);
    exchange.cancel({ drain: true });
    await pipeline.done;
    expect(performed(sink)).toEqual([LINE]);
  });

  test("does not silence a fault that may outlive it, until its deadline", async () => {
    const drip: Transform = async function* (_frames, wire) {
      await until(wire.cancelled);
      while (await wire.clock.sleep(40)) yield ANSWER;
    };
    const { exchange, pipeline, sink } = bench.start([actingFault("drip", drip, { maxMs: 100 })]);
    exchange.cancel();
    await bench.clock.advance(200);
    await pipeline.done;
    expect(sink.performed.map(({ atMs }) => atMs)).toEqual([40, 80]);
    expect(bench.clock.pending).toBe(0);
  });

  test("lets a message that has begun be ended, and nothing after it", async () => {
    const split: Transform = async function* (_frames, wire) {
      yield { kind: "bytes", bytes: "begin ", more: true };
      await until(wire.over);
      yield { kind: "bytes", bytes: "middle ", more: true };
      yield { kind: "bytes", bytes: "end" };
      yield { kind: "bytes", bytes: "next" };
    };
    const { exchange, pipeline, sink } = bench.start([actingFault("split", split)]);
    await bench.clock.advance(0);
    exchange.cancel();
    await pipeline.done;
    expect(performed(sink)).toEqual(["begin ", "middle ", "end"]);
  });

  test("drops what a fault says that may not outlive it", async () => {
    const { exchange, pipeline, sink } = bench.start([actingFault("late", late), actingFault("pass", pass)]);
    answer(pipeline);
    exchange.cancel();
    await pipeline.done;
    expect(performed(sink)).toEqual([]);
    expect(bench.told).toEqual([]);
  });
});

describe("the end of the lab", () => {
  test("ends a fault that waits", async () => {
    const { pipeline, sink } = bench.start([actingFault("hang", hang)]);
    pipeline.queue.end();
    bench.closing.abort();
    await pipeline.done;
    expect(sink.finished).toBe(true);
  });

  test("does not hold an answer back that is on its way", async () => {
    const { pipeline, sink } = bench.start([actingFault("pass", pass)]);
    bench.closing.abort();
    answer(pipeline);
    await pipeline.done;
    expect(performed(sink)).toEqual([LINE]);
  });

  test("leaves a fault on $shutdown its own time", async () => {
    const linger: Transform = async function* (_frames, wire) {
      await until(wire.over);
      yield { kind: "stderr", bytes: String(wire.clock.now()) };
    };
    bench.closing.abort();
    const { pipeline, sink } = bench.start([actingFault("f", linger, { maxMs: 500 })], {
      exchange: sampleExchange({ method: "$shutdown" }),
    });
    await bench.clock.advance(1_000);
    await pipeline.done;
    expect(sink.performed.map(({ frame }) => frame)).toEqual([{ kind: "stderr", bytes: "500" }]);
  });
});

test("10,000 exchanges leave no listener, no timer and no error behind", async () => {
  const rule = actingFault(
    "hang",
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (!(await wire.clock.sleep(10, wire.over))) return;
        yield frame;
      }
    },
    { maxMs: 1_000 },
  );
  for (let round = 0; round < 100; round++) {
    const started = Array.from({ length: 100 }, () => bench.start([rule, rule]));
    for (const [index, { pipeline, exchange }] of started.entries()) {
      answer(pipeline);
      if (index % 3 === 0) exchange.cancel();
    }
    await bench.clock.advance(1_100);
    await Promise.all(started.map(({ pipeline }) => pipeline.done));
  }
  expect(getEventListeners(bench.closing.signal, "abort")).toHaveLength(0);
  expect(bench.clock.pending).toBe(0);
  expect(bench.errors).toEqual([]);
});
