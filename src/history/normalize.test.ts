import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { createRedactor } from "../base/redact.ts";
import { Exchange } from "../protocol/exchange.ts";
import { createHistoryCollector, type History } from "./history.ts";
import { normalizeHistory } from "./normalize.ts";
import { createRecorder } from "./record.ts";

interface Run {
  readonly session: string;
  readonly other: string;
  readonly port: number;
  readonly state: string;
  readonly date: string;
  readonly text?: string;
}

async function run({ session, other, port, state, date, text = "same" }: Run): Promise<History> {
  const clock = createFakeClock(date);
  await clock.advance(port / 7);
  const collector = createHistoryCollector();
  const about = { toolVersion: "1.0.0", seed: 1, era: "both", transport: "http" } as const;
  const recorder = createRecorder({ clock, redactor: createRedactor(), about, write: collector.write });
  const exchange = new Exchange({
    sequence: 1,
    connection: 1,
    method: "tools/call",
    era: "legacy",
    revision: "2025-11-25",
    transport: "http",
    direction: "to-client",
  });
  const timestamp = clock.date();
  const message = {
    jsonrpc: "2.0",
    id: 1,
    result: { text, session, other, again: other, timestamp: timestamp.toISOString(), requestState: state },
  };
  const headers = [
    ["Host", `127.0.0.1:${port}`],
    ["Mcp-Session-Id", session],
    ["Date", timestamp.toUTCString()],
  ] as const;
  recorder.tap({
    direction: "to-server",
    exchange,
    frame: { kind: "request", method: "POST", target: "/mcp", headers },
  });
  await clock.advance(port / 11);
  const within = { ...message, inner: JSON.stringify({ requestState: state, at: `http://localhost:${port}/mcp` }) };
  recorder.tap({
    direction: "to-client",
    exchange,
    frame: { kind: "bytes", bytes: JSON.stringify(within), of: within },
  });
  recorder.close();
  const history = collector.history();
  if (history === undefined) throw new Error("no header");
  return history;
}

const anyRun = (): Run => ({
  session: randomInt(1e9, 1e10).toString(36),
  other: randomUUID(),
  port: randomInt(1_000, 60_000),
  state: randomUUID().replaceAll("-", "").slice(randomInt(10)),
  date: new Date(randomInt(2e9) * 1_000).toISOString(),
});

describe("two recordings", () => {
  test("of the same run are equal", async () => {
    const first = anyRun();
    const [one, two] = [normalizeHistory(await run(first)), normalizeHistory(await run(anyRun()))];
    expect(one).toEqual(two);
    const text = JSON.stringify(one);
    for (const random of [first.session, first.other, String(first.port), first.state])
      expect(text).not.toContain(random);
  });

  test("of different runs are not", async () => {
    const same = anyRun();
    const different = normalizeHistory(await run({ ...same, text: "other" }));
    expect(normalizeHistory(await run(same))).not.toEqual(different);
  });

  test("are not equal where one repeats an id and the other does not", async () => {
    const same = anyRun();
    const repeats = normalizeHistory(await run({ ...same, text: same.other }));
    expect(normalizeHistory(await run({ ...same, text: randomUUID() }))).not.toEqual(repeats);
  });
});

test("a normalized recording keeps what does not differ", async () => {
  const history = await run(anyRun());
  const { frames, header, footer } = normalizeHistory(history);
  expect(header).toEqual({ ...history.header, startedAt: "1970-01-01T00:00:00.000Z" });
  expect(footer).toEqual(history.footer);
  expect(frames.map(({ sequence, kind, exchange }) => [sequence, kind, exchange])).toEqual([
    [1, "request", 1],
    [2, "bytes", 1],
  ]);
  expect(frames[0]).toMatchObject({
    time: "1970-01-01T00:00:00.000Z",
    headers: [
      ["Host", "127.0.0.1:<port>"],
      ["Mcp-Session-Id", "<session-1>"],
      ["Date", "<time>"],
    ],
  });
  expect(frames[1]).toMatchObject({
    messages: [
      {
        result: {
          session: "<session-1>",
          other: "<id-1>",
          again: "<id-1>",
          timestamp: "<time>",
          requestState: "<state-1>",
        },
      },
    ],
  });
});
