import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../protocol/json.ts";
import { answer, call, exchangeOf, record } from "./recording-fixture.ts";

describe("limits", () => {
  test("of one frame: beyond them length and SHA-256, and an outline of the message", () => {
    const { tap, recorder, bytes, history } = record({ limits: { frameBytes: 64 } });
    const text = `${JSON.stringify({ ...answer, error: { code: 5, message: "x".repeat(64) } })}\n`;
    tap({ kind: "bytes", bytes: text, of: JSON.parse(text) as JsonObject });
    tap({ kind: "bytes", bytes: Buffer.alloc(64, "a") });
    tap({ kind: "raw", bytes: Buffer.alloc(65) });
    recorder.close();
    expect(bytes()).toMatchObject([
      {
        length: text.length,
        sha256: createHash("sha256").update(text).digest("hex"),
        outlined: true,
      },
      { length: 64, text: "a".repeat(64) },
    ]);
    expect(bytes()[0]?.messages).toEqual([{ jsonrpc: "2.0", id: 7, result: {}, error: { code: 5 } }]);
    expect(bytes()[0]?.text).toBeUndefined();
    expect(history().footer?.leftOut).toEqual({ entries: 0, contents: 2 });
    expect(history().notes).toEqual(["Of 2 of the entries the bytes are not kept."]);
  });

  test("of one frame count bytes, not characters", () => {
    const { tap, bytes } = record({ limits: { frameBytes: 64 } });
    tap({ kind: "bytes", bytes: "é".repeat(33) });
    expect(bytes()).toMatchObject([{ length: 66, sha256: createHash("sha256").update("é".repeat(33)).digest("hex") }]);
  });

  test("of a message in pieces: it is not put together", () => {
    const { tap, bytes } = record({ limits: { frameBytes: 64 } });
    const exchange = exchangeOf();
    tap({ kind: "bytes", bytes: `{"a":"${"x".repeat(50)}`, more: true }, { exchange });
    tap({ kind: "bytes", bytes: `${"x".repeat(50)}"}\n` }, { exchange });
    expect(bytes().map(({ messages }) => messages)).toEqual([undefined, undefined]);
  });

  test("of entries: the rest is counted in the last line", () => {
    const { tap, recorder, history } = record({ limits: { entries: 2 } });
    for (let i = 0; i < 5; i++) tap({ kind: "close", how: "end" });
    recorder.close();
    expect(history().frames.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(history().footer).toMatchObject({ entries: 2, leftOut: { entries: 3 } });
    expect(history().notes).toEqual(["The recording is full: 3 of 5 entries are left out."]);
  });

  test("of bytes: nothing follows what did not fit, and the whole keeps within", () => {
    const limits = { bytes: 4_096 };
    const { tap, recorder, history, lines } = record({ limits });
    tap({ kind: "close", how: "end" });
    tap({ kind: "raw", bytes: Buffer.alloc(5_000, "é") });
    tap({ kind: "close", how: "end" });
    recorder.close();
    expect(history().frames).toHaveLength(1);
    expect(history().footer?.leftOut.entries).toBe(2);
    expect(Buffer.byteLength(lines.join("\n")) + 1).toBeLessThanOrEqual(limits.bytes);
  });

  test("of bytes: also the last line keeps within", () => {
    for (let bytes = 1_000; bytes < 1_400; bytes += 7) {
      const { tap, recorder, history, lines } = record({ limits: { bytes } });
      for (let i = 0; i < 10; i++) tap({ kind: "close", how: "end" });
      recorder.close();
      expect(history().footer?.leftOut.entries).toBeGreaterThan(0);
      expect(Buffer.byteLength(lines.join("\n")) + 1).toBeLessThanOrEqual(bytes);
    }
  });

  test("of depth: what cannot be followed is left out, and nothing is thrown", () => {
    const { recorder, history } = record();
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as Json;
    recorder.effect(1, "book", deep, 1);
    recorder.effect(1, "book", [], 1);
    recorder.close();
    expect(history().entries).toMatchObject([{ sequence: 2, arguments: [] }]);
    expect(history().footer?.leftOut.entries).toBe(1);
  });

  test("of methods, names, targets and headers", () => {
    const { tap, history } = record();
    const long = "m".repeat(20_000);
    tap(
      { kind: "request", method: long, target: long, headers: [[long, long]] },
      { exchange: exchangeOf({ method: long, name: long, request: { ...call, id: long } }) },
    );
    const cut = `${"m".repeat(256)}[19744 characters more]`;
    expect(history().frames).toMatchObject([
      { method: cut, name: cut, verb: cut, target: cut, headers: [[cut, cut]], stream: { id: cut } },
    ]);
  });

  test("of a line on stderr", () => {
    const { recorder, history } = record({ limits: { frameBytes: 8 } });
    recorder.stderr("server", Buffer.from("0123456789\n"));
    expect(history().entries).toMatchObject([{ text: "01234567" }, { text: "89\n" }]);
  });
});
