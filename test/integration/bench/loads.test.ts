import { afterEach, expect, test } from "vitest";
import { killAll } from "../../../bench/child.mjs";
import { httpBlock } from "../../../bench/http-load.mjs";
import { lineBlock } from "../../../bench/line-load.mjs";
import { callTexts } from "../../../bench/messages.mjs";
import { callRequests, closeLines, openHttp, openLines, subjectsOf } from "../../../bench/subjects.mjs";
import { CallRecord } from "../../../bench/soak/call-record.mjs";

const { reference, floor } = subjectsOf("bin.cjs");
/** So many that the kernel, which counts a running process at its ticks alone, has counted some of each block. */
const CALLS = 5_000;

afterEach(killAll);

test.each([
  [reference, 1],
  [reference, 16],
  [floor, 16],
])("lines: a block has as many calls as were asked for, and the server's CPU time (%#)", async (subject, inFlight) => {
  const child = await openLines(subject);
  const block = await lineBlock(child, { calls: CALLS, inFlight, text: callTexts(subject.call, "modern") });
  expect(block.calls).toBe(CALLS);
  expect(block.seconds).toBeGreaterThan(0);
  expect(block.cpuMicros).toBeGreaterThan(0);
  expect(await closeLines(child, subject)).toMatchObject({ code: 0 });
});

test.each([
  [reference, 1],
  [reference, 16],
  [floor, 16],
])(
  "HTTP: a block has as many calls as were asked for, and the server's CPU time (%#)",
  async (subject, connections) => {
    const { child, place } = await openHttp(subject);
    const request = callRequests(subject.call, "legacy", place);
    const block = await httpBlock({ port: place.port, pid: child.pid, calls: CALLS, connections, request });
    expect(block.calls).toBe(CALLS);
    expect(block.seconds).toBeGreaterThan(0);
    expect(block.cpuMicros).toBeGreaterThan(0);
    expect(await child.end("SIGTERM")).toMatchObject({ code: 0 });
  },
);

test("a load that a server refuses measures nothing", async () => {
  const { child, place } = await openHttp(reference);
  const request = () => Buffer.from("BROKEN\r\n\r\n");
  const load = { port: place.port, pid: child.pid, calls: CALLS, connections: 1, request };
  await expect(httpBlock(load)).rejects.toThrow("The load is refused: HTTP/1.1 400 Bad Request");
});

test("a server that ends in the middle of a block is an error", async () => {
  const child = await openLines(floor);
  const block = lineBlock(child, { calls: CALLS, inFlight: 1, text: () => "no JSON" });
  await expect(block).rejects.toThrow(/floor\.cjs ended/);
});

test.each([
  [{ jsonrpc: "2.0", id: 1, result: {} }, "result"],
  [{ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: `{"status":"ok"}` }] } }, "ok"],
  [{ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "no" }], isError: true } }, "tool-error"],
  [{ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "xxx" }] } }, "x:3"],
  [{ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "no" } }, "error:-32602"],
  [{ id: 1, result: {} }, "no-jsonrpc result"],
  [{ jsonrpc: "1.0", id: 1, result: {} }, "jsonrpc-1.0 result"],
  [{ jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "no" } }, "both"],
  [
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "token-1", progress: 2 } },
    "progress:2",
  ],
  [{ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 2 } }, "stray-progress"],
  [{ jsonrpc: "2.0", id: 7, method: "ping" }, "ping"],
])("the soak calls %j: %s", (message, word) => {
  const record = new CallRecord(1, "a call");
  record.take(message);
  expect(record.effect).toBe(word);
});
