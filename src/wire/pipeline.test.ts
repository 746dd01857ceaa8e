import { beforeEach, describe, expect, test } from "vitest";
import { until } from "../base/abort.ts";
import type { Frame } from "./frame.ts";
import { startPipeline } from "./pipeline.ts";
import { actingFault } from "./testing/acting-fault.ts";
import { ANSWER, answer, performed, PipelineBench } from "./testing/pipeline-bench.ts";
import { sampleExchange } from "./testing/sample-exchange.ts";
import type { Transform } from "./transform.ts";

const CUT: Frame = { kind: "close", how: "cut" };

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

describe("order", () => {
  const note = (name: string): Transform =>
    async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind === "message") yield { ...frame, message: { ...frame.message, [name]: true } };
        else if (frame.kind === "bytes") yield { ...frame, bytes: `${String(frame.bytes).trimEnd()}|${name}\n` };
        else yield frame;
      }
    };

  test("message faults come first, then byte faults, each stage as listed", async () => {
    const { pipeline, sink } = bench.start([
      actingFault("bytes1", note("bytes1"), { stage: "bytes" }),
      actingFault("message1", note("message1")),
      actingFault("bytes2", note("bytes2"), { stage: "bytes" }),
      actingFault("message2", note("message2")),
    ]);
    answer(pipeline);
    await pipeline.done;
    expect(performed(sink)).toEqual([
      '{"jsonrpc":"2.0","id":1,"result":{},"message1":true,"message2":true}|bytes1|bytes2\n',
    ]);
    expect(sink.finished).toBe(true);
  });

  test("a transform is resumed when its frame has been performed", async () => {
    const steps: string[] = [];
    const sink = { perform: async () => void steps.push("performed"), finish: () => void steps.push("finished") };
    const fault = actingFault("f", async function* () {
      yield ANSWER;
      steps.push("resumed");
      yield ANSWER;
    });
    const closing = bench.closing.signal;
    const context = { clock: bench.clock, closing, listen: () => () => {}, onError: () => {} };
    await startPipeline(sampleExchange(), [fault], sink, context).done;
    expect(steps).toEqual(["performed", "resumed", "performed", "finished"]);
  });

  test("the answer counts as given while a fault holds it back", () => {
    const { pipeline } = bench.start([actingFault("hang", hang)]);
    expect(pipeline.answered).toBe(false);
    answer(pipeline);
    expect(pipeline.answered).toBe(true);
  });
});

describe("the tap", () => {
  test("hears of every frame, which fault wrote it, and which are armed", async () => {
    const twice = actingFault("twice", async function* (frames) {
      for await (const frame of frames) {
        yield frame;
        yield frame;
      }
    });
    const { pipeline } = bench.start([twice, actingFault("pass", pass, { stage: "bytes" })]);
    answer(pipeline);
    await pipeline.done;
    expect(bench.told).toMatchObject([
      { fault: undefined, armed: ["twice", "pass"], frame: { of: { id: 1 } } },
      { fault: "twice", armed: ["twice", "pass"], frame: { of: { id: 1 } } },
    ]);
  });
});

describe("a close that fails", () => {
  const refuseClose = (frame: Frame) => (frame.kind === "close" ? new Error("no socket") : undefined);
  const closer = actingFault("closer", async function* () {
    try {
      yield CUT;
      yield { kind: "stderr", bytes: "closed" };
    } catch (error) {
      yield { kind: "stderr", bytes: String(error) };
    }
  });

  test("throws at the yield of the fault that asked for it, through the encoder", async () => {
    const { pipeline, sink } = bench.start([closer], { refuse: refuseClose });
    await pipeline.done;
    expect(sink.performed.map(({ frame }) => frame)).toEqual([{ kind: "stderr", bytes: "Error: no socket" }]);
    expect(bench.errors).toEqual([]);
  });

  test("throws in a byte fault too", async () => {
    const { pipeline, sink } = bench.start([{ ...closer, stage: "bytes" }], { refuse: refuseClose });
    await pipeline.done;
    expect(performed(sink)).toEqual(["stderr"]);
  });

  test("throws past a fault that hands its frames on as they are", async () => {
    const { pipeline, sink } = bench.start([closer, actingFault("pass", pass)], { refuse: refuseClose });
    await pipeline.done;
    expect(performed(sink)).toEqual(["stderr"]);
  });

  test("is no defect where the fault does not care", async () => {
    const { pipeline, sink } = bench.start(
      [
        actingFault("f", async function* () {
          yield CUT;
        }),
      ],
      { refuse: refuseClose },
    );
    await pipeline.done;
    expect(bench.errors).toEqual([]);
    expect(sink.finished).toBe(true);
  });

  test("is no defect where the healthy side asked for it", async () => {
    const { pipeline } = bench.start([actingFault("pass", pass)], { refuse: refuseClose });
    pipeline.queue.push({ kind: "close", how: "end" });
    await pipeline.done;
    expect(bench.errors).toEqual([]);
  });

  test("does not throw when it succeeds", async () => {
    const { pipeline, sink } = bench.start([closer]);
    await pipeline.done;
    expect(sink.performed.map(({ frame }) => frame)).toEqual([CUT, { kind: "stderr", bytes: "closed" }]);
  });
});

describe("after a close", () => {
  test("nothing more is said, but stderr may be written", async () => {
    const fault = actingFault("f", async function* () {
      yield CUT;
      yield { kind: "stderr", bytes: "closed" };
      yield ANSWER;
      yield { kind: "stderr", bytes: "never" };
    });
    const { pipeline, sink } = bench.start([fault]);
    await pipeline.done;
    expect(sink.performed.map(({ frame }) => frame)).toEqual([CUT, { kind: "stderr", bytes: "closed" }]);
  });

  test.each<Frame>([
    { kind: "raw", bytes: new Uint8Array([0]) },
    { kind: "head", shape: "http-sse", status: 200, headers: [] },
    { kind: "request", method: "POST", target: "/", headers: [] },
  ])("$kind is something said", async (spoken) => {
    const fault = actingFault("f", async function* () {
      yield CUT;
      yield spoken;
    });
    const { pipeline, sink } = bench.start([fault]);
    await pipeline.done;
    expect(performed(sink)).toEqual(["close"]);
  });

  test("a clean end may still be followed by a cut", async () => {
    const fault = actingFault("f", async function* () {
      yield { kind: "close", how: "end" };
      yield CUT;
    });
    const { pipeline, sink } = bench.start([fault]);
    await pipeline.done;
    expect(sink.performed.map(({ frame }) => frame)).toEqual([{ kind: "close", how: "end" }, CUT]);
  });
});

describe("what goes wrong", () => {
  test("a write that fails ends the fault, which is no defect", async () => {
    let left = false;
    const fault = actingFault("f", async function* () {
      try {
        for (;;) yield ANSWER;
      } finally {
        left = true;
      }
    });
    const { pipeline, sink } = bench.start([fault], { refuse: () => new Error("gone") });
    await pipeline.done;
    expect({ left, errors: bench.errors, finished: sink.finished }).toEqual({ left: true, errors: [], finished: true });
  });

  test("a transform that throws ends the exchange and is told", async () => {
    const { pipeline, sink } = bench.start([
      actingFault("f", async function* (frames) {
        yield* frames;
        throw new Error("defect");
      }),
    ]);
    answer(pipeline);
    await pipeline.done;
    expect(bench.errors).toEqual([new Error("defect")]);
    expect(sink.finished).toBe(true);
    pipeline.queue.push(ANSWER);
    expect(await pipeline.queue.next()).toEqual({ done: true, value: undefined });
  });

  test("a transform that throws before its first frame, and one that throws while it is left", async () => {
    const early = bench.start([
      actingFault("f", () => {
        throw new Error("early");
      }),
    ]);
    await early.pipeline.done;
    const late = bench.start(
      [
        actingFault("f", async function* () {
          try {
            yield ANSWER;
          } finally {
            // oxlint-disable-next-line no-unsafe-finally -- the defect that is tried here
            throw new Error("late");
          }
        }),
      ],
      { refuse: () => new Error("gone") },
    );
    await late.pipeline.done;
    expect(bench.errors).toEqual([new Error("early"), new Error("late")]);
    expect([early.sink.finished, late.sink.finished]).toEqual([true, true]);
    expect([early.pipeline.queue.ended, late.pipeline.queue.ended]).toEqual([true, true]);
  });
});

describe("messages of the peer", () => {
  const withhold = actingFault("withhold", hang, {
    inbound: (message) => (message.method === "notifications/cancelled" ? "withhold" : "pass"),
  });

  test("pass unless a fault withholds them; every fault is asked", () => {
    const asked: unknown[] = [];
    const ask = actingFault("ask", pass, { inbound: (message) => (asked.push(message.method), "pass") });
    const { pipeline } = bench.start([withhold, ask]);
    expect(pipeline.inbound({ method: "notifications/cancelled" })).toBe("withhold");
    expect(pipeline.inbound({ method: "ping" })).toBe("pass");
    expect(asked).toEqual(["notifications/cancelled", "ping"]);
  });
});
