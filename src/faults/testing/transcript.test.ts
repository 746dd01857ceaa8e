import { expect, test } from "vitest";
import type { Frame } from "../../wire/frame.ts";
import { runFault } from "./run-fault.ts";
import { transcript } from "./transcript.ts";

const FRAMES: readonly Frame[] = [
  { kind: "session", act: "forget" },
  { kind: "session", act: "become", revision: "2025-06-18" },
  { kind: "stderr", bytes: "noise\n" },
  { kind: "raw", bytes: new Uint8Array([72, 105, 13, 10]) },
  { kind: "bytes", bytes: "part", more: true },
  { kind: "bytes", bytes: "x".repeat(1_000) },
  { kind: "close", how: "exit", code: 3, signal: "SIGKILL" },
];

test("tells of every frame in a line, who sent it, when, and which the fault wrote", async () => {
  const fault = {
    name: "all",
    stage: "bytes",
    shapes: ["http-sse"],
    apply: () =>
      async function* () {
        yield* FRAMES;
      },
  } as const;
  const run = await runFault(fault, {}, { shape: "http-sse", method: "ping" });
  const x = "x".repeat(100);
  expect(transcript(run)).toBe(`http-sse, legacy era, session 1
     0 ms  client  {"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":"p1"}}}
     0 ms  server  forgets the session   [all]
     0 ms  server  session becomes 2025-06-18   [all]
     0 ms  stderr  noise\\n   [all]
     0 ms  server  raw Hi\\r\\n   [all]
     0 ms  server  part …   [all]
     0 ms  server  ${x} … 800 characters … ${x}   [all]
     0 ms  server  exits with code 3 SIGKILL   [all]
ended by itself, 0 ms
`);
});

test("tells what the peer did, before what came of it", async () => {
  const fault = {
    name: "hold",
    stage: "message",
    shapes: ["stdio"],
    inbound: () => () => "withhold",
    apply: () =>
      async function* (frames, wire) {
        yield { kind: "message", message: { method: "early" } };
        await wire.seen(() => true, wire.over);
        yield* frames;
      },
  } as const satisfies Parameters<typeof runFault>[0];
  const run = await runFault(fault, {}, { method: "ping", result: {}, peer: [{ atMs: 7, message: { method: "m" } }] });
  expect(transcript(run)).toBe(`stdio, legacy era
     0 ms  client  {"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":"p1"}}}
     0 ms  server  {"method":"early"}\\n   [hold]
     7 ms  client  {"method":"m"}   [withheld from the server]
    27 ms  server  {"jsonrpc":"2.0","id":1,"result":{}}\\n
ended by itself, 27 ms
`);
});

test("tells what is wrong with the fault", async () => {
  const fault = {
    name: "bad",
    stage: "message",
    shapes: ["stdio"],
    apply: () =>
      async function* (frames, wire) {
        wire.clock.after(1, () => {});
        yield* frames;
        throw new Error("defect");
      },
  } as const satisfies Parameters<typeof runFault>[0];
  const told = transcript(await runFault(fault, {}, { method: "ping" }));
  expect(told).toContain("\ndefect: defect\nended by itself, 0 ms, 1 timers left\n");
});
