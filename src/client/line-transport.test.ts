import { expect, test } from "vitest";
import { createFakeClock } from "../base/fake-clock.ts";
import { Exchange } from "../protocol/exchange.ts";
import { createLinkedPair } from "../wire/link.ts";
import type { Sink } from "../wire/pipeline.ts";
import { channelOf, createLineTransport } from "./line-transport.ts";
import { succeeded } from "./outcome.ts";

const exchange = new Exchange({
  sequence: 1,
  connection: 1,
  method: "tools/call",
  era: "modern",
  revision: "2026-07-28",
  transport: "stdio",
  direction: "to-server",
});

test("an exchange may want its input piece by piece; once it is over all is read", async () => {
  const clock = createFakeClock();
  const [near, far] = createLinkedPair();
  const read: unknown[] = [];
  const sinks: Sink[] = [];
  const transport = createLineTransport({ open: () => Promise.resolve(succeeded(channelOf(near))) });
  await transport.open(
    {
      clock,
      events: {
        arrived: ({ value }) => void read.push(value),
        saw: () => undefined,
        failed: () => undefined,
        waits: () => true,
        lost: () => undefined,
        observe: () => undefined,
      },
      outbound: (_exchange, sink) => {
        sinks.push(sink);
        return { push: (frame) => void sink.perform(frame), end: () => undefined };
      },
      exchange: () => exchange,
    },
    new AbortController().signal,
  );
  far.start({ data: () => undefined, end: () => undefined });
  // A frame that is a message would have to be encoded; this one only asks for input.
  transport.request(exchange, { jsonrpc: "2.0", method: "notifications/initialized" });
  const [sink] = sinks;
  await sink?.perform({ kind: "input" });
  for (let number = 1; number <= 5; number++) far.write(`${number}\n`);
  await clock.advance(0);
  expect(read).toEqual([1]);
  await sink?.perform({ kind: "input" });
  await clock.advance(0);
  expect(read).toEqual([1, 2]);
  sink?.finish();
  await clock.advance(0);
  expect(read).toEqual([1, 2, 3, 4, 5]);
});
