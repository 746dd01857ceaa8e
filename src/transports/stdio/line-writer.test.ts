import { expect, it } from "vitest";
import { MAX_QUEUED_BYTES } from "../../base/limits.ts";
import type { Link } from "../../wire/link.ts";
import { LineWriter } from "./line-writer.ts";

function setUp() {
  const writes: string[] = [];
  let overflowed = 0;
  const link: Link = {
    start: () => undefined,
    write: (data) => {
      writes.push(typeof data === "string" ? data : Buffer.from(data).toString());
      return true;
    },
    drained: () => Promise.resolve(),
    pause: () => undefined,
    resume: () => undefined,
    end: () => Promise.resolve(),
    destroy: () => undefined,
  };
  const writer = new LineWriter(link, () => overflowed++);
  return { writer, writes, overflows: () => overflowed };
}

it("sends the lines of one batch in one write", () => {
  const { writer, writes } = setUp();
  writer.batch(() => {
    writer.line("a\n");
    writer.line("b\n");
  });
  writer.line("c\n");
  expect(writes).toEqual(["a\nb\n", "c\n"]);
});

it("gives the stream to one exchange from the first byte of a message to its last", async () => {
  const { writer, writes } = setUp();
  const one = {};
  const other = {};
  await writer.bytes(one, "one-", true);
  writer.line("direct\n");
  const waiting = writer.bytes(other, "other\n", false);
  await writer.bytes(one, "more-", true);
  expect(writes).toEqual(["one-", "more-"]);
  await writer.bytes(one, "end\n", false);
  await waiting;
  expect(writes).toEqual(["one-", "more-", "end\n", "direct\n", "other\n"]);
});

it("lets two unfinished messages take turns whole, never mixed", async () => {
  const { writer, writes } = setUp();
  const one = {};
  const other = {};
  await writer.bytes(one, "1a", true);
  const first = writer.bytes(other, "2a", true);
  await writer.bytes(one, "1b\n", false);
  await first;
  const second = writer.bytes(one, "1c\n", false);
  await writer.bytes(other, "2b\n", false);
  await second;
  expect(writes).toEqual(["1a", "1b\n", "2a", "2b\n", "1c\n"]);
});

it("goes on when an exchange ends in the middle of a message", async () => {
  const { writer, writes } = setUp();
  const one = {};
  await writer.bytes(one, "cut off", true);
  writer.line("next\n");
  writer.release(one);
  expect(writes).toEqual(["cut off", "next\n"]);
});

it("bounds what waits behind an unfinished message", async () => {
  const { writer, writes, overflows } = setUp();
  await writer.bytes({}, "x", true);
  const waiting = writer.bytes({}, "y".repeat(MAX_QUEUED_BYTES), false);
  expect(overflows()).toBe(0);
  writer.line("z");
  expect(overflows()).toBe(1);
  await waiting;
  expect(writes).toEqual(["x"]);
});
