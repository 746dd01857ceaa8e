import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { EventStreamParser, type StreamItem } from "./event-stream-parser.ts";

function parse(text: string | Uint8Array, maxBytes = 1_000): StreamItem[] {
  return new EventStreamParser(maxBytes).push(Buffer.from(text as string));
}

const event = (data: string | undefined, fields: object = {}) => ({
  kind: "event",
  type: "",
  data,
  id: undefined,
  retryMs: undefined,
  ...fields,
});

describe("an event stream as the HTML standard reads it", () => {
  test.each([
    ["LF", "data: a\ndata: a\n\ndata: b\n\n"],
    ["CR", "data: a\rdata: a\r\rdata: b\r\r"],
    ["CRLF", "data: a\r\ndata: a\r\n\r\ndata: b\r\n\r\n"],
    ["all three", "data: a\rdata: a\r\n\ndata: b\r\n\r"],
  ])("lines end with %s", (_, text) => {
    expect(parse(text)).toEqual([event("a\na"), event("b")]);
  });

  test.each<[string, string, object[]]>([
    ["several data fields are joined by line feeds", "data: a\ndata\ndata: b\n\n", [event("a\n\nb")]],
    [
      "only one space after the colon is dropped",
      "data:  a\n\ndata:b\n\ndata:\tc\n\n",
      [event(" a"), event("b"), event("\tc")],
    ],
    ["an empty data field is data", "data\n\n", [event("")]],
    ["the type is the last one", "event: a\nevent: b\ndata: x\n\n", [event("x", { type: "b" })]],
    ["a type alone is nothing", "event: a\n\ndata: x\n\n", [event("x")]],
    ["an id alone counts", "id: 7\n\n", [event(undefined, { id: "7" })]],
    ["an empty id counts", "id\ndata: x\n\n", [event("x", { id: "" })]],
    ["an id with NUL does not", "id: a\0b\ndata: x\n\n", [event("x")]],
    ["retry is digits", "retry: 250\n\n", [event(undefined, { retryMs: 250 })]],
    ["retry is nothing else", "retry: 2.5\nretry: -1\nretry: 1e3\nretry:\ndata: x\n\n", [event("x")]],
    ["unknown fields are ignored", "foo: bar\ndataa: y\ndata: x\n\n", [event("x")]],
    ["field names are exact", "Data: y\n data: z\ndata: x\n\n", [event("x")]],
    ["a colon may stand in a value", "data: a: b\n\n", [event("a: b")]],
    ["one byte order mark may stand first", "\ufeffdata: a\n\n", [event("a")]],
    ["a second one is part of the name", "\ufeff\ufeffdata: a\n\ndata: b\n\n", [event("b")]],
    ["one before a later line is no mark", "data: a\n\n\ufeffdata: b\n\n", [event("a")]],
    ["a later one is text", "data: \ufeff\n\n", [event("\ufeff")]],
    ["blank lines alone are nothing", "\n\n\r\n\r", []],
    ["U+2028 ends no line", "data: a\u2028b\n\n", [event("a\u2028b")]],
  ])("%s", (_, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  test("comments are told, and are no part of an event", () => {
    expect(parse(": one\ndata: a\n:two\ndata: b\n:\n\n")).toEqual([
      { kind: "comment", text: "one" },
      { kind: "comment", text: "two" },
      { kind: "comment", text: "" },
      event("a\nb"),
    ]);
  });

  test("bytes that are not UTF-8 are replaced", () => {
    expect(parse(Buffer.concat([Buffer.from("data: a"), Buffer.from([0xff]), Buffer.from("b\n\n")]))).toEqual([
      event("a\ufffdb"),
    ]);
  });
});

test("the last event id stays in force until another comes, and counts at the blank line", () => {
  const parser = new EventStreamParser(1_000);
  expect(parser.lastEventId).toBeUndefined();
  parser.push(Buffer.from("id: 1\ndata: a\n"));
  expect(parser.lastEventId).toBeUndefined();
  parser.push(Buffer.from("\ndata: b\n\n"));
  expect(parser.lastEventId).toBe("1");
  parser.push(Buffer.from("id\n\n"));
  expect(parser.lastEventId).toBe("");
});

test.each([
  ["data: a\n\n", false],
  ["data: a\n\n: done\n", false],
  ["data: a\n", true],
  ["data: a\n\ndat", true],
  ["", false],
])("%j ends in the middle of an event: %s", (text, unfinished) => {
  const parser = new EventStreamParser(1_000);
  parser.push(Buffer.from(text));
  expect(parser.end()).toBe(unfinished);
});

describe("what is too long is told once, and nothing is read after it", () => {
  test.each([
    ["a line that does not end", "x".repeat(101)],
    ["a line that ends", `data:${"x".repeat(96)}\n\ndata: b\n\n`],
    ["a comment", `:${"x".repeat(100)}\n\ndata: b\n\n`],
    ["the data of one event", `${"data:xxxxx\n".repeat(11)}\ndata: b\n\n`],
  ])("%s", (_, text) => {
    const parser = new EventStreamParser(100);
    expect(parser.push(Buffer.from(text))).toEqual([{ kind: "too-long" }]);
    expect(parser.push(Buffer.from("data: c\n\n"))).toEqual([]);
    expect(parser.end()).toBe(false);
  });

  test("as long as allowed is not too long", () => {
    expect(parse(`data:${"x".repeat(95)}\n\n`, 100)).toEqual([event("x".repeat(95))]);
    expect(parse(`${"data:xxxxx\n\n".repeat(50)}`, 100)).toHaveLength(50);
  });
});

test("how the bytes are cut does not matter", () => {
  const words = ["data", "id", "event", "retry", ":", " ", "a", "7", "é", "漢", "😀", "\ufeff", "\0"];
  const piece = fc.constantFrom("\n", "\r", "\r\n", "\n\n", ...words);
  const sizes = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), sizes, (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      const whole = new EventStreamParser(40);
      const expected = whole.push(bytes);
      const cut = new EventStreamParser(40);
      const items: StreamItem[] = [];
      for (let start = 0, n = 0; start < bytes.length; n++) {
        const end = start + Math.max(cuts[n % cuts.length] ?? 1, n % 2); // an empty chunk now and then
        const chunk = Buffer.from(bytes.subarray(start, end));
        items.push(...cut.push(chunk));
        chunk.fill(0); // whoever reads may use its buffer again
        start = end;
      }
      expect(items).toEqual(expected);
      expect(cut.end()).toBe(whole.end());
      expect(cut.lastEventId).toBe(whole.lastEventId);
    }),
  );
});

test.each(["\n", "\r"])("many lines that end with %j are read in linear time", (end) => {
  const bytes = Buffer.alloc(1_000, end);
  const search = vi.spyOn(Buffer.prototype, "indexOf");
  try {
    expect(new EventStreamParser(1_000).push(bytes)).toEqual([]);
    // Looking for the other kind of line end from every line on would run to the end of the chunk each time.
    expect(search.mock.calls.length).toBeLessThan(1_010);
  } finally {
    search.mockRestore();
  }
});
