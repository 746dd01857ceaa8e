import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import type { Frame, Frames } from "../wire/frame.ts";
import { lineFraming } from "../wire/framing/line.ts";
import type { Wire } from "../wire/transform.ts";
import { hugeMessage } from "./huge-message.ts";
import { sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([0, 1, 100, 65_536, 200_001])("%d bytes between three marks, in one message", async (sizeBytes) => {
  const run = await runFault(hugeMessage, { sizeBytes });
  const message = JSON.parse(sentText(run)) as { result: { content: { text: string }[] } };
  const text = message.result.content.at(-1)?.text ?? "";
  expect(text).toMatch(/^\[start\]x*\[middle\]x*\[end\]$/);
  expect(text.replace(/\[\w+\]/g, "")).toHaveLength(sizeBytes);
});

test("no write is longer than 64 KiB", async () => {
  const run = await runFault(hugeMessage, { sizeBytes: 1_000_000 }, { shape: "http-sse" });
  const sizes = run.frames.map(({ frame }) => (frame.kind === "bytes" ? frame.bytes.length : 0));
  expect(Math.max(...sizes)).toBe(65_536);
});

test("once it is over the message is ended short, and can still be read", async () => {
  const over = new AbortController();
  const answer: Frame = { kind: "message", message: { jsonrpc: "2.0", id: 1, result: { content: [] } } };
  // The transform asks for nothing else of its wire.
  const wire = { framing: lineFraming, over: over.signal } as Wire;
  const sent: string[] = [];
  for await (const frame of hugeMessage.apply({ sizeBytes: 60_000_000 })(framesOf(answer), wire)) {
    if (frame.kind === "bytes") sent.push(Buffer.from(frame.bytes as string).toString());
    if (sent.length === 3) over.abort();
  }
  expect(sent.length).toBeLessThan(6);
  expect(JSON.parse(sent.join(""))).toMatchObject({ id: 1, result: { content: [{ type: "text" }] } });
});

async function* framesOf(...frames: readonly Frame[]): Frames {
  yield* frames;
}
