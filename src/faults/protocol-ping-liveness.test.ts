import { describe, expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import type { Shape } from "../protocol/exchange.ts";
import { sampleExchange } from "../wire/testing/sample-exchange.ts";
import type { PingOutcome } from "./fault-tool.ts";
import { protocolPingLiveness } from "./protocol-ping-liveness.ts";
import { runFault, type FaultRun, type FaultRunOptions } from "./testing/run-fault.ts";

const PARAMS = { pingAfterMs: 100, livenessTimeoutMs: 500, completionDelayMs: 50, closeOnFailure: false };
const FAILURES = ["unsupported", "invalid_response", "timeout"] as const satisfies readonly PingOutcome[];

function run(options: FaultRunOptions, closeOnFailure = false): Promise<FaultRun> {
  return runFault(protocolPingLiveness, { ...PARAMS, closeOnFailure }, options);
}

/** What stands on stderr, line by line. */
function stderrLines({ frames }: FaultRun): unknown[] {
  return frames.flatMap(({ frame }) => (frame.kind === "stderr" ? [JSON.parse(String(frame.bytes)) as unknown] : []));
}

function status({ messages }: FaultRun): unknown {
  const answer = messages.find(({ result }) => result !== undefined);
  const text = JSON.stringify(answer?.result);
  return answer === undefined ? undefined : { isError: text.includes('"isError":true'), ...parseStatus(text) };
}

function parseStatus(text: string): object {
  const [, inner] = /"text":"(\{.*\})"/.exec(text) ?? [];
  const value: unknown = JSON.parse(JSON.parse(`"${inner}"`) as string);
  return typeof value === "object" && value !== null ? value : {};
}

const line = (protocolPing: string, transport: string) => ({
  event: "protocol_ping_liveness",
  requestId: 1,
  protocolPing: { outcome: protocolPing },
  transport: { outcome: transport },
});
const kinds = ({ frames }: FaultRun) => frames.map(({ frame }) => (frame.kind === "close" ? frame.how : frame.kind));

describe("a good answer to the ping", () => {
  test("waits, pings, waits again, and succeeds", async () => {
    const good = await run({});
    expect(good.messages[0]).toMatchObject({ method: "ping" });
    expect(good.frames.map(({ atMs }) => atMs)).toEqual([100, 150, 170]);
    expect(status(good)).toEqual({
      isError: false,
      status: "protocol_ping_succeeded",
      protocolPing: { outcome: "success" },
      transport: { outcome: "retained" },
    });
    expect(stderrLines(good)).toEqual([line("success", "retained")]);
  });

  test.each(["stdio", "http-sse"] as const)("closes nothing on %s, also where a failure would have", async (shape) => {
    const good = await run({ shape }, true);
    expect(kinds(good)).not.toContain("cut");
    expect(stderrLines(good)).toEqual([line("success", "retained")]);
  });
});

describe.each(FAILURES)("a ping that ends in %s", (ping) => {
  test("is told at once, without the pause for completion", async () => {
    const bad = await run({ ping, shape: "http-sse" });
    expect(bad.endedAtMs).toBe(ping === "timeout" ? 600 : 100);
    expect(status(bad)).toEqual({
      isError: true,
      status: "protocol_ping_failed",
      protocolPing: { outcome: ping },
      transport: { outcome: "retained" },
    });
    expect(stderrLines(bad)).toEqual([line(ping, "retained")]);
    expect(kinds(bad)).not.toContain("cut");
  });

  test("cuts the answering stream over HTTP before any result, if asked to", async () => {
    const bad = await run({ ping, shape: "http-json" }, true);
    expect(kinds(bad)).toEqual(["head", "bytes", "stderr", "cut", "stderr"]);
    expect(status(bad)).toBeUndefined();
    expect(stderrLines(bad)).toEqual([line(ping, "closure_requested"), line(ping, "closed")]);
  });

  test("says when the stream could not be cut", async () => {
    const bad = await run({ ping, shape: "http-sse", refuseClose: true }, true);
    expect(stderrLines(bad)).toEqual([line(ping, "closure_requested"), line(ping, "close_failed")]);
    expect(bad.errors).toEqual([]);
  });

  test("has nothing to close for this call alone over stdio, and says so", async () => {
    const bad = await run({ ping }, true);
    expect(kinds(bad)).toEqual(["bytes", "stderr", "bytes"]);
    expect(status(bad)).toMatchObject({ isError: true, transport: { outcome: "closure_unavailable" } });
    expect(stderrLines(bad)).toEqual([line(ping, "closure_unavailable")]);
  });
});

describe("in the modern era", () => {
  test.each<Shape>(["stdio", "http-json"])("nothing is sent on %s and the outcome is unsupported", async (shape) => {
    const modern = await run({ era: "modern", shape });
    expect(modern.endedAtMs).toBe(100);
    expect(modern.messages).toHaveLength(1);
    expect(status(modern)).toMatchObject({ isError: true, protocolPing: { outcome: "unsupported" } });
    expect(modern.exchange.shape).toBe(shape);
  });

  test("the request alone is cut, if asked to", async () => {
    const modern = await run({ era: "modern", shape: "http-json" }, true);
    expect(kinds(modern)).toEqual(["stderr", "cut", "stderr"]);
    expect(stderrLines(modern)).toEqual([line("unsupported", "closure_requested"), line("unsupported", "closed")]);
  });
});

describe.each([50, 300])("a cancel after %i ms", (cancelAtMs) => {
  test.each(["stdio", "http-sse"] as const)("ends it on %s and closes nothing", async (shape) => {
    const cancelled = await run({ ping: "timeout", shape, cancelAtMs }, true);
    expect(cancelled).toMatchObject({ endedBy: "cancel", endedAtMs: cancelAtMs, pendingTimers: 0 });
    expect(status(cancelled)).toBeUndefined();
    expect(stderrLines(cancelled)).toEqual([]);
    expect(kinds(cancelled)).not.toContain("cut");
    expect(cancelled.messages).toHaveLength(cancelAtMs < PARAMS.pingAfterMs ? 0 : 1);
  });
});

test("a cancel while it waits to complete ends it, too", async () => {
  const cancelled = await run({ cancelAtMs: 120 });
  expect(cancelled).toMatchObject({ endedBy: "cancel", endedAtMs: 120, pendingTimers: 0 });
});

test("a call that was cancelled sends no ping any more", async () => {
  const exchange = sampleExchange();
  exchange.cancel();
  const pings: number[] = [];
  const ping = (timeoutMs: number) => (pings.push(timeoutMs), Promise.resolve("success" as const));
  await protocolPingLiveness.tool?.answer(PARAMS, { exchange, clock: createFakeClock(), progressToken: 1, ping });
  expect(pings).toEqual([]);
});

test("an answer that is not the tool's own passes as it is", async () => {
  const refused = { content: [{ type: "text", text: "no" }], isError: true };
  const passed = await run({ result: refused, shape: "http-sse" }, true);
  expect(passed.messages).toMatchObject([{ result: refused }]);
  expect(stderrLines(passed)).toEqual([]);
});
