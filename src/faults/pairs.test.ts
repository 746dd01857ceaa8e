import { expect, test } from "vitest";
import { errorText } from "../base/errors.ts";
import { createFakeClock } from "../base/fake-clock.ts";
import { MAX_OUTLIVE_MS } from "../base/limits.ts";
import { createRandom } from "../base/random.ts";
import { Exchange, type Shape } from "../protocol/exchange.ts";
import { LATEST_LEGACY_REVISION, MODERN_REVISION, type Era } from "../protocol/revision.ts";
import { createMailbox } from "../wire/mailbox.ts";
import { startPipeline } from "../wire/pipeline.ts";
import type { FaultDeclaration } from "./define-fault.ts";
import { FAULTS } from "./index.ts";
import { sampleRequest, sampleResult } from "./testing/sample-messages.ts";

const SHAPES: readonly Shape[] = ["stdio", "http-json", "http-sse"];
const ERAS: readonly Era[] = ["legacy", "modern"];
const METHODS = ["tools/call", "tools/list", "initialize", "server/discover"];

/** What acts on requests of a client; the others never meet these. */
const ACTING = FAULTS.filter(({ direction, methods }) => direction !== "to-server" && methods?.length !== 0);

interface Place {
  readonly shape: Shape;
  readonly era: Era;
  readonly method: string;
}

/** A place where both can act: the first that there is. */
function placeFor(pair: readonly FaultDeclaration[]): Place | undefined {
  for (const shape of SHAPES)
    for (const era of ERAS)
      for (const method of METHODS) {
        const fits = ({ shapes, eras, methods }: FaultDeclaration) =>
          shapes.includes(shape) &&
          eras?.includes(era) !== false &&
          methods?.some((each) => each === method || (each === "*/list" && method === "tools/list")) !== false;
        if (pair.every(fits)) return { shape, era, method };
      }
  return undefined;
}

/** Runs faults, each with its first example, on one exchange that the peer gives up after `cancelAtMs`. Empty, or what is wrong. */
async function defects(
  pair: readonly FaultDeclaration[],
  { shape, era, method }: Place,
  cancelAtMs: number,
): Promise<string[]> {
  const clock = createFakeClock();
  const closing = new AbortController();
  const request = sampleRequest(method);
  const exchange = new Exchange({
    sequence: 1,
    connection: 1,
    session: shape === "stdio" ? undefined : 1,
    method,
    name: "echo",
    era,
    revision: era === "modern" ? MODERN_REVISION : LATEST_LEGACY_REVISION,
    transport: shape === "stdio" ? "stdio" : "http",
    direction: "to-client",
    request,
  });
  exchange.shape = shape;
  const found: string[] = [];
  const faults = pair.map((fault) => ({
    name: fault.name,
    rule: fault.name,
    stage: fault.stage,
    shapes: fault.shapes,
    transform: fault.apply(fault.examples[0]),
    inbound: fault.inbound?.(fault.examples[0]),
    maxMs: fault.maxMs ?? 0,
    random: createRandom(1),
    shared: createMailbox(),
  }));
  let ended = false;
  const sink = { perform: () => undefined, finish: () => undefined };
  const { queue, done } = startPipeline(exchange, faults, sink, {
    clock,
    closing: closing.signal,
    listen: () => () => undefined,
    onError: (error) => found.push(errorText(error)),
  });
  void done.then(() => (ended = true));
  exchange.onCancel = () => queue.end({ drop: exchange.isSilenced });
  if (shape !== "stdio") queue.push({ kind: "head", shape, status: 200, headers: [["Content-Type", "x"]] });
  queue.push({ kind: "message", message: { jsonrpc: "2.0", id: 1, result: sampleResult(method) } });
  if (shape !== "stdio") queue.push({ kind: "close", how: "end" });
  queue.end();
  await clock.advance(cancelAtMs);
  exchange.cancel();
  closing.abort();
  await clock.advance(MAX_OUTLIVE_MS);
  if (!ended) found.push("has not ended");
  if (clock.pending > 0) found.push(`${clock.pending} timers left`);
  return found;
}

test.each(ACTING.map((fault) => [fault.name, fault] as const))(
  "%s and any other on one exchange end, and leave nothing behind",
  async (_, first) => {
    const problems: string[] = [];
    for (const second of ACTING) {
      const place = placeFor([first, second]);
      if (place === undefined) continue;
      for (const cancelAtMs of [0, 90_000]) {
        const found = await defects([first, second], place, cancelAtMs);
        problems.push(...found.map((problem) => `${second.name}, ${place.shape}, after ${cancelAtMs} ms: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
  },
);
