import { createFakeClock, type FakeClock } from "../base/fake-clock.ts";
import { createRedactor } from "../base/redact.ts";
import { Exchange, type ExchangeFacts } from "../protocol/exchange.ts";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import type { Frame } from "../wire/frame.ts";
import type { Tapped } from "../wire/tap.ts";
import { createHistoryCollector, type History } from "./history.ts";
import { parseHistory } from "./parse.ts";
import { createRecorder, type RecordingLimits } from "./record.ts";
import type { FrameEntry } from "./schema.ts";

/** The request of the tests' exchanges. */
export const call: JsonRpcRequest = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "ping" } };
export const answer = { jsonrpc: "2.0", id: 7, result: { content: [] } };

export function exchangeOf(facts: Partial<ExchangeFacts> = {}): Exchange {
  return new Exchange({
    sequence: 1,
    connection: 1,
    method: "tools/call",
    name: "ping",
    era: "legacy",
    revision: "2025-11-25",
    transport: "stdio",
    direction: "to-client",
    request: call,
    ...facts,
  });
}

interface Options {
  readonly secrets?: string[];
  readonly limits?: Partial<RecordingLimits>;
  readonly clock?: FakeClock;
}

/** A recorder on a fake clock; whatever is read from it is also what its collector has kept. */
export function record({ secrets = [], limits, clock = createFakeClock() }: Options = {}) {
  const lines: string[] = [];
  const collector = createHistoryCollector();
  const recorder = createRecorder({
    clock,
    redactor: createRedactor(secrets),
    about: { toolVersion: "1.2.3", seed: 42, era: "both", transport: "http" },
    write(text, line) {
      lines.push(text);
      collector.write(text, line);
    },
    ...(limits === undefined ? {} : { limits }),
  });
  const tap = (frame: Frame, what: Partial<Tapped> = {}) =>
    recorder.tap({ direction: "to-client", exchange: exchangeOf(), frame, ...what });
  const history = (): History => {
    const read = parseHistory(lines.map((line) => `${line}\n`).join(""), "test");
    const kept = collector.history();
    if (JSON.stringify(kept) !== JSON.stringify(read)) throw new Error("the lines and the data differ");
    return read;
  };
  const bytes = (): Extract<FrameEntry, { kind: "bytes" }>[] =>
    history().frames.flatMap((frame) => (frame.kind === "bytes" ? [frame] : []));
  return { recorder, tap, clock, lines, history, bytes };
}
