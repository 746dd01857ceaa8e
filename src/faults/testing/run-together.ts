import { errorText } from "../../base/errors.ts";
import { createFakeClock } from "../../base/fake-clock.ts";
import { createRandom } from "../../base/random.ts";
import { Exchange, type Shape } from "../../protocol/exchange.ts";
import { result } from "../../protocol/json-rpc.ts";
import type { Frame } from "../../wire/frame.ts";
import { createMailbox } from "../../wire/mailbox.ts";
import { startPipeline } from "../../wire/pipeline.ts";
import { bytesOf } from "../body-length.ts";
import type { RunnableFault } from "./runnable-fault.ts";

/** One of several calls that a rule acts on. */
export interface TogetherCall {
  /** When its answer exists. */
  readonly atMs: number;
  /** Calls of another scope share nothing with the others; 1 unless set. */
  readonly scope?: number;
  readonly cancelAtMs?: number;
}

/** What the peer reads on one call's stream. */
export interface Said {
  /** 1 = the first call; its id, and the text of its healthy answer. */
  readonly call: number;
  readonly atMs: number;
  readonly text: string;
}

/** Runs one fault on several exchanges at once, under one rule. Throws where one does not end or leaves a timer. */
export async function runTogether<P>(
  fault: RunnableFault<P>,
  params: P,
  calls: readonly TogetherCall[],
  shape: Shape = "stdio",
): Promise<readonly Said[]> {
  const clock = createFakeClock();
  const said: Said[] = [];
  const mailboxes = new Map<number, ReturnType<typeof createMailbox>>();
  const transform = fault.apply(params);
  const done = calls.map(({ atMs, scope = 1, cancelAtMs }, index) => {
    const call = index + 1;
    const exchange = createExchange(call, shape);
    const shared = mailboxes.get(scope) ?? createMailbox();
    mailboxes.set(scope, shared);
    const { name, stage, shapes } = fault;
    const acting = { name, rule: "run", stage, shapes, transform, maxMs: 0, random: createRandom(1), shared };
    const perform = (frame: Frame) => {
      if (frame.kind === "bytes") said.push({ call, atMs: clock.now(), text: bytesOf(frame).toString() });
    };
    const pipeline = startPipeline(
      exchange,
      [acting],
      { perform, finish: () => undefined },
      {
        clock,
        closing: new AbortController().signal,
        listen: () => () => undefined,
        onError: (error) => {
          throw new Error(`call ${call}: ${errorText(error)}`);
        },
      },
    );
    clock.after(atMs, () => {
      exchange.shape = shape;
      if (shape !== "stdio") pipeline.queue.push({ kind: "head", shape, status: 200, headers: [] });
      pipeline.queue.push({ kind: "message", message: result(call, { text: `answer ${call}` }) });
      pipeline.queue.end();
    });
    if (cancelAtMs !== undefined) clock.after(cancelAtMs, () => exchange.cancel());
    return pipeline.done;
  });
  await clock.advance(120_000);
  await Promise.all(done);
  if (clock.pending > 0) throw new Error(`${clock.pending} timers are left`);
  return said;
}

function createExchange(id: number, shape: Shape): Exchange {
  return new Exchange({
    sequence: id,
    connection: 1,
    method: "tools/call",
    era: "modern",
    revision: "2026-07-28",
    transport: shape === "stdio" ? "stdio" : "http",
    direction: "to-client",
    request: { jsonrpc: "2.0", id, method: "tools/call", params: { name: "ping" } },
  });
}
