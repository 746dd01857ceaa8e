import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { stderrFlood } from "./stderr-flood.ts";
import type { FaultRun } from "./testing/run-fault.ts";
import { runFault } from "./testing/run-fault.ts";

function flood({ frames }: FaultRun): string {
  const parts = frames.flatMap(({ frame }) => (frame.kind === "stderr" ? [Buffer.from(frame.bytes as string)] : []));
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(65_536);
  return Buffer.concat(parts).toString();
}

test("so many bytes in lines, before the answer", async () => {
  const run = await runFault(stderrFlood, { bytes: 200_050, lines: true });
  const lines = flood(run).split("\n");
  expect(lines.join("\n")).toHaveLength(200_050);
  expect(lines.slice(0, -1).every((line) => line.length === 99)).toBe(true);
  expect(run.frames.at(-1)?.frame).toMatchObject({ kind: "bytes" });
});

test("or without a line end", async () => {
  expect(flood(await runFault(stderrFlood, { bytes: 70_000, lines: false }))).toBe("x".repeat(70_000));
});

test("once, before the first message", async () => {
  const note = { jsonrpc: "2.0", method: "notifications/message" };
  const run = await runFault(stderrFlood, { bytes: 10, lines: false }, { before: [note] });
  expect(run.frames.map(({ frame }) => frame.kind)).toEqual(["stderr", "bytes", "bytes"]);
});

test.each(["$start", "$open"] as const)("at %s it is all there is", async (at) => {
  expect(flood(await runFault(stderrFlood, { bytes: 10, lines: false }, { at }))).toBe("xxxxxxxxxx");
});
