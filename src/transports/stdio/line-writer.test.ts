import { expect, test } from "vitest";
import type { Link } from "../../wire/link.ts";
import { LineWriter } from "./line-writer.ts";

function open() {
  const written: string[] = [];
  let overflows = 0;
  const link: Link = {
    start: () => undefined,
    write: (data) => written.push(typeof data === "string" ? data : Buffer.from(data).toString()) > 0,
    drained: () => Promise.resolve(),
    pause: () => undefined,
    resume: () => undefined,
    end: () => Promise.resolve(),
    destroy: () => undefined,
  };
  const writer = new LineWriter(link, () => void overflows++);
  return { writer, written, overflows: () => overflows };
}

const MIB = "x".repeat(1024 * 1024);

test("from its first byte to its last the stream belongs to one message; the others wait, in order", async () => {
  const { writer, written } = open();
  const [one, two] = [{}, {}];
  await writer.bytes(one, "a1", true);
  const waits = writer.bytes(two, "b", false);
  writer.line("c");
  await writer.bytes(one, "a2", false);
  await waits;
  expect(written).toEqual(["a1", "a2", "b", "c"]);
});

test("what an owner gives up is not counted among what waits", async () => {
  const { writer, written, overflows } = open();
  const owner = {};
  await writer.bytes(owner, "begun", true);
  for (let i = 0; i < 40; i++) {
    const waiting = {};
    void writer.bytes(waiting, MIB, false);
    writer.release(waiting);
  }
  expect(overflows()).toBe(0);
  await writer.bytes(owner, "ended", false);
  expect(written).toEqual(["begun", "ended"]);
});

test("more than 16 MiB behind an unfinished message is too much", async () => {
  const { writer, overflows } = open();
  await writer.bytes({}, "begun", true);
  for (let i = 0; i < 16; i++) writer.line(MIB);
  expect(overflows()).toBe(0);
  writer.line("x");
  expect(overflows()).toBe(1);
});

test("whole answers under a fault may leave together, pieces not; who has nothing to wait for goes on at once", () => {
  const calls: string[] = [];
  const link: Link = {
    start: () => undefined,
    write: (data) => calls.push(String(data)) > 0,
    hold: () => void calls.push("hold"),
    drained: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    end: () => Promise.resolve(),
    destroy: () => undefined,
  };
  const writer = new LineWriter(link, () => undefined);
  writer.line("direct");
  expect(writer.bytes({}, "a", false)).toBeUndefined();
  const owner = {};
  expect(writer.bytes(owner, "b1", true)).toBeUndefined();
  expect(writer.bytes(owner, "b2", false)).toBeUndefined();
  expect(calls).toEqual(["direct", "hold", "a", "b1", "b2"]);
});

test("of one batch a peer gets the first lines while the next are made", () => {
  const { writer, written } = open();
  const lines = Array.from({ length: 16 }, (_, index) => `${index}\n`);
  let beforeTheLast: string[] = [];
  writer.batch(() => {
    for (const [index, line] of lines.entries()) {
      if (index === lines.length - 1) beforeTheLast = [...written];
      writer.line(line);
    }
  });
  expect(beforeTheLast.join("")).toBe(lines.slice(0, 12).join(""));
  expect(written).toHaveLength(3);
  expect(written.join("")).toBe(lines.join(""));
});
