import { Buffer } from "node:buffer";
import { EventStreamParser, type StreamItem } from "../../../src/wire/framing/event-stream-parser.ts";
import { LineSplitter, type Line } from "../../../src/wire/framing/line.ts";
import { cutBytes, mustHold, pieces, type Cut } from "../inputs.ts";
import { defineParser } from "../parser.ts";

const MAX_BYTES = 48;

export const lines = defineParser<Cut>({
  name: "lines",
  input: cutBytes('{"jsonrpc":"2.0","id":1}\n', "\n", "\r\n", "\r", "x".repeat(MAX_BYTES), "\u00e9", "\u{1f600}"),
  read(cut) {
    const limit = cut.bytes.length > 10_000 ? cut.bytes.length : MAX_BYTES;
    const whole = new LineSplitter(limit);
    const expected = [...whole.push(cut.bytes), ...whole.flush()];
    const splitter = new LineSplitter(limit);
    const found: Line[] = [];
    for (const piece of pieces(cut)) found.push(...splitter.push(piece));
    found.push(...splitter.flush());
    mustHold(say(found) === say(expected), "how the bytes are cut does not matter");
    for (const line of found)
      mustHold(
        line.kind === "too-long" || (line.bytes.length > 0 && line.bytes.length <= limit && !line.bytes.includes(0x0a)),
        "it is one line",
      );
  },
  growing: {
    "line ends": (size) => ({ bytes: Buffer.alloc(size * 100_000, "\n"), sizes: [100_000] }),
    "short lines": (size) => ({ bytes: Buffer.from("ab\r\n".repeat(size * 50_000)), sizes: [65_536] }),
    "one line in many pieces": (size) => ({ bytes: Buffer.alloc(size * 200_000, "x"), sizes: [50] }),
  },
});

/** Lines without what depends on when it is noticed: how long a line is that is too long. */
function say(all: readonly Line[]): string {
  return JSON.stringify(all.map((line) => (line.kind === "line" ? line.bytes.toString("latin1") : "too long")));
}

export const eventStream = defineParser<Cut>({
  name: "an event stream",
  input: cutBytes(
    "data: a\n\n",
    "data:b\r\n\r\n",
    ": c\n",
    "id: 1\n",
    "event: message\n",
    "retry: 5\n",
    "data\n",
    `data: ${"x".repeat(MAX_BYTES)}\n`,
  ),
  read(cut) {
    const limit = cut.bytes.length > 10_000 ? cut.bytes.length : MAX_BYTES;
    const whole = new EventStreamParser(limit);
    const expected = whole.push(cut.bytes);
    const parser = new EventStreamParser(limit);
    const found: StreamItem[] = [];
    for (const piece of pieces(cut)) found.push(...parser.push(piece));
    mustHold(JSON.stringify(found) === JSON.stringify(expected), "how the bytes are cut does not matter");
    mustHold(parser.end() === whole.end() && parser.lastEventId === whole.lastEventId, "nor for what is left");
  },
  growing: {
    "line feeds": (size) => ({ bytes: Buffer.alloc(size * 100_000, "\n"), sizes: [100_000] }),
    "carriage returns": (size) => ({ bytes: Buffer.alloc(size * 100_000, "\r"), sizes: [100_000] }),
    "data fields": (size) => ({ bytes: Buffer.from("data:x\n".repeat(size * 30_000)), sizes: [65_536] }),
    "one line in many pieces": (size) => ({ bytes: Buffer.alloc(size * 200_000, "x"), sizes: [50] }),
  },
});
