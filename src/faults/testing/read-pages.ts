import { createFakeClock } from "../../base/fake-clock.ts";
import { createRandom } from "../../base/random.ts";
import { Exchange, type Shape } from "../../protocol/exchange.ts";
import { error, result, type JsonRpcRequest } from "../../protocol/json-rpc.ts";
import { isObject, type Json, type JsonObject } from "../../protocol/json.ts";
import { createMailbox } from "../../wire/mailbox.ts";
import { startPipeline } from "../../wire/pipeline.ts";
import type { RunnableFault } from "./runnable-fault.ts";
import { sampleResult } from "./sample-messages.ts";

export interface ReadPagesOptions {
  readonly shape?: Shape;
  /** How many pages are read at most. */
  readonly limit: number;
  /** The cursor of the first request; none unless set. */
  readonly cursor?: Json;
}

/**
 * Reads a list of tools as a client does: as long as a page has a cursor. The healthy side has one page, and refuses every cursor.
 * Results, or a whole answer where it has none.
 */
export async function readPages<P>(
  fault: RunnableFault<P>,
  params: P,
  options: ReadPagesOptions,
): Promise<readonly JsonObject[]> {
  const { shape = "stdio", limit } = options;
  const transform = fault.apply(params);
  const shared = createMailbox();
  const pages: JsonObject[] = [];
  let cursor: Json | undefined = options.cursor;
  while (pages.length < limit) {
    const id = pages.length + 1;
    const request: JsonRpcRequest = {
      jsonrpc: "2.0",
      id,
      method: "tools/list",
      params: cursor === undefined ? {} : { cursor },
    };
    const answers: JsonObject[] = [];
    const { name, stage, shapes } = fault;
    const acting = { name, rule: "run", stage, shapes, transform, maxMs: 0, random: createRandom(1), shared };
    const pipeline = startPipeline(
      createExchange(request, shape),
      [acting],
      {
        perform: (frame) => void (frame.kind === "bytes" && frame.of !== undefined && answers.push(frame.of)),
        finish: () => undefined,
      },
      {
        clock: createFakeClock(),
        closing: new AbortController().signal,
        listen: () => () => undefined,
        onError: (problem) => {
          throw problem;
        },
      },
    );
    const healthy = { resultType: "complete", ...sampleResult("tools/list"), ttlMs: 60_000, cacheScope: "public" };
    const message = cursor === undefined ? result(id, healthy) : error(id, -32_602, "Invalid cursor");
    if (shape !== "stdio") pipeline.queue.push({ kind: "head", shape, status: 200, headers: [] });
    pipeline.queue.push({ kind: "message", message });
    pipeline.queue.end();
    await pipeline.done;
    const [answer = {}] = answers;
    const page = isObject(answer.result) ? answer.result : answer;
    pages.push(page);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return pages;
}

function createExchange(request: JsonRpcRequest, shape: Shape): Exchange {
  const exchange = new Exchange({
    sequence: 1,
    connection: 1,
    method: request.method,
    era: "modern",
    revision: "2026-07-28",
    transport: shape === "stdio" ? "stdio" : "http",
    direction: "to-client",
    request,
  });
  exchange.shape = shape;
  return exchange;
}
