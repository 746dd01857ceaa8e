import { expect, test } from "vitest";
import type { Frame, Frames } from "./frame.ts";
import { Marks } from "./marks.ts";

const frame = (text: string): Frame => ({ kind: "comment", text });

async function* from(...frames: Frame[]): AsyncGenerator<Frame> {
  yield* frames;
}

async function authors(marks: Marks, frames: Frames): Promise<[string, string | undefined][]> {
  const seen: [string, string | undefined][] = [];
  for await (const each of frames) seen.push([each.kind === "comment" ? each.text : each.kind, marks.author(each)]);
  return seen;
}

test("what passes is unmarked, what is added or changed is the fault's", async () => {
  const marks = new Marks();
  const out = marks.around("f", from(frame("a"), frame("b")), async function* (frames) {
    yield frame("own");
    for await (const each of frames) yield each.kind === "comment" && each.text === "b" ? { ...each, text: "B" } : each;
  });
  expect(await authors(marks, out)).toEqual([
    ["own", "f"],
    ["a", undefined],
    ["B", "f"],
  ]);
});

test("the same frame twice is the fault's the second time, for the next fault too", async () => {
  const marks = new Marks();
  const twice = marks.around("twice", from(frame("a")), async function* (frames) {
    for await (const each of frames) {
      yield each;
      yield each;
    }
  });
  const out = marks.around("hold", twice, async function* (frames) {
    const held: Frame[] = [];
    for await (const each of frames) held.push(each);
    yield* held;
  });
  expect(await authors(marks, out)).toEqual([
    ["a", undefined],
    ["a", "twice"],
  ]);
});

test("frames that are held back and let go in another order stay unmarked", async () => {
  const marks = new Marks();
  const out = marks.around("reverse", from(frame("a"), frame("b")), async function* (frames) {
    const held: Frame[] = [];
    for await (const each of frames) held.unshift(each);
    yield* held;
  });
  expect(await authors(marks, out)).toEqual([
    ["b", undefined],
    ["a", undefined],
  ]);
});

test("the last fault that changed a frame is its author", async () => {
  const marks = new Marks();
  const change = async function* (frames: Frames): AsyncGenerator<Frame> {
    for await (const each of frames) yield { ...each };
  };
  const out = marks.around("second", marks.around("first", from(frame("a")), change), change);
  expect(await authors(marks, out)).toEqual([["a", "second"]]);
});

test("a mark follows what stands for its frame", () => {
  const marks = new Marks();
  const [plain, to, other] = [frame("a"), frame("b"), frame("c")];
  marks.derive(plain, to);
  expect(marks.author(to)).toBeUndefined();
  marks.derive(frame("unknown"), other);
  expect(marks.author(other)).toBeUndefined();
});
