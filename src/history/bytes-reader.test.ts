import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../protocol/exchange.ts";
import type { JsonObject } from "../protocol/json.ts";
import { answer, exchangeOf, record } from "./recording-fixture.ts";

describe("what bytes say", () => {
  const sse = (): Exchange => {
    const exchange = exchangeOf({ transport: "http" });
    exchange.shape = "http-sse";
    return exchange;
  };

  test("is known where the healthy side sent them", () => {
    const { tap, bytes } = record();
    tap({ kind: "bytes", bytes: "the line\n", of: answer });
    expect(bytes()).toMatchObject([{ text: "the line\n", length: 9, messages: [answer] }]);
  });

  test("is read from the bytes themselves where a fault wrote them", () => {
    const { tap, bytes } = record();
    tap({ kind: "bytes", bytes: `{"id":8}\n`, of: answer }, { fault: "wrong_id" });
    tap({ kind: "bytes", bytes: `{"id":`, of: answer }, { fault: "broken_json" });
    tap({ kind: "bytes", bytes: `{"id":1}\n{"id":2}\nnoise\n{"id":3}\n` }, { fault: "glue" });
    expect(bytes().map(({ messages }) => messages)).toEqual([
      [{ id: 8 }],
      undefined,
      [{ id: 1 }, { id: 2 }, { id: 3 }],
    ]);
  });

  test("stands at the last of the pieces that a message travels in", () => {
    const { tap, bytes } = record();
    const line = Buffer.from(`${JSON.stringify({ ...answer, text: "é" })}\n`);
    const middle = line.indexOf(0xc3) + 1; // inside the letter
    const exchange = exchangeOf();
    tap({ kind: "bytes", bytes: line.subarray(0, middle), of: answer, more: true }, { exchange, fault: "split" });
    tap({ kind: "bytes", bytes: line.subarray(middle), of: answer }, { exchange, fault: "split" });
    tap({ kind: "bytes", bytes: "{}", more: true }, { exchange, fault: "split" });
    tap({ kind: "bytes", bytes: "\n" }, { exchange, fault: "split" });
    const [first, second, third, fourth] = bytes();
    expect(first).toMatchObject({ base64: line.subarray(0, middle).toString("base64"), more: true });
    expect(first?.messages).toBeUndefined();
    expect(second).toMatchObject({
      base64: line.subarray(middle).toString("base64"),
      messages: [{ ...answer, text: "é" }],
    });
    expect(third?.messages).toBeUndefined();
    expect(fourth).toMatchObject({ text: "\n", messages: [{}] });
  });

  test("is read from the pieces, whatever they are said to belong to", () => {
    const { tap, bytes } = record();
    const exchange = exchangeOf();
    tap({ kind: "bytes", bytes: `{"x":`, of: answer, more: true }, { exchange });
    tap({ kind: "bytes", bytes: "1}\n", of: answer }, { exchange });
    expect(bytes()[1]?.messages).toEqual([{ x: 1 }]);
  });

  test("is read for each exchange and direction apart", () => {
    const { tap, bytes } = record();
    const [one, two] = [exchangeOf(), exchangeOf({ sequence: 2 })];
    tap({ kind: "bytes", bytes: `{"a":`, more: true }, { exchange: one });
    tap({ kind: "bytes", bytes: `{"b":`, more: true }, { exchange: two });
    tap({ kind: "bytes", bytes: `{"c":`, more: true }, { exchange: one, direction: "to-server" });
    tap({ kind: "bytes", bytes: `1}\n` }, { exchange: two });
    tap({ kind: "bytes", bytes: `2}\n` }, { exchange: one });
    tap({ kind: "bytes", bytes: `3}\n` }, { exchange: one, direction: "to-server" });
    expect(bytes().flatMap(({ messages }) => messages ?? [])).toEqual([{ b: 1 }, { a: 2 }, { c: 3 }]);
  });

  test("of an event stream, with the field lines beside it", () => {
    const { tap, bytes } = record();
    const text = `: hello\nid: s_1\nretry: 500\nevent: message\ndata: {"id":\ndata: 1}\n\ndata: {"id":2}\n\ndata: {"id":3}\n`;
    tap({ kind: "bytes", bytes: text }, { exchange: sse() });
    tap({ kind: "bytes", bytes: "data:{}\r\nid\r\n\r\n" }, { exchange: sse() });
    expect(bytes()).toMatchObject([
      {
        messages: [{ id: 1 }, { id: 2 }],
        fields: [
          ["", "hello"],
          ["id", "s_1"],
          ["retry", "500"],
          ["event", "message"],
        ],
      },
      { messages: [{}], fields: [["id", ""]] },
    ]);
  });

  test("of a request is JSON, whatever its answer will be", () => {
    const { tap, bytes } = record();
    tap({ kind: "bytes", bytes: "[{},\n{}]" }, { exchange: sse(), direction: "to-server" });
    expect(bytes()[0]).toMatchObject({ messages: [[{}, {}]] });
    expect(bytes()[0]?.fields).toBeUndefined();
  });

  test("of frames that no encoder has seen yet", () => {
    const { tap, bytes } = record();
    tap({ kind: "message", message: answer });
    tap({ kind: "message", message: answer, sse: { id: "s_1" } }, { exchange: sse() });
    tap({ kind: "prime", id: "s_0", retryMs: 5 }, { exchange: sse() });
    tap({ kind: "comment", text: "still here" }, { exchange: sse() });
    expect(bytes()).toMatchObject([
      { text: `${JSON.stringify(answer)}\n`, messages: [answer] },
      {
        messages: [answer],
        fields: [
          ["event", "message"],
          ["id", "s_1"],
        ],
      },
      {
        fields: [
          ["id", "s_0"],
          ["retry", "5"],
        ],
      },
      { fields: [["", "still here"]] },
    ]);
  });

  test("is outlined where it is nested deeper than can be followed", () => {
    const { tap, recorder, bytes } = record();
    const deep = `{"jsonrpc":"2.0","id":1,"result":{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}}\n`;
    tap({ kind: "bytes", bytes: deep, of: JSON.parse(deep) as JsonObject });
    recorder.close();
    expect(bytes()[0]).toMatchObject({ messages: [{ jsonrpc: "2.0", id: 1, result: {} }], outlined: true });
  });

  test("is left out where it is nested deeper than can be followed, and the tap does not throw", () => {
    const { tap, recorder, history, bytes } = record();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const of = JSON.parse(deep) as JsonObject;
    tap({ kind: "bytes", bytes: "short", of });
    tap({ kind: "bytes", bytes: "short", of, more: true });
    recorder.close();
    expect(history().frames).toMatchObject([
      { sequence: 1, text: "short" },
      { sequence: 2, withheld: true },
    ]);
    expect(bytes()[0]?.messages).toBeUndefined();
  });
});
