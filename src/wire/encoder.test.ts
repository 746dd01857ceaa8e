import { describe, expect, test } from "vitest";
import type { Shape } from "../protocol/exchange.ts";
import { Encoder } from "./encoder.ts";
import type { Frame } from "./frame.ts";

const MESSAGE = { jsonrpc: "2.0", id: 1, result: { text: "é" } };
const TEXT = JSON.stringify(MESSAGE);
const message: Frame = { kind: "message", message: MESSAGE };
const end: Frame = { kind: "close", how: "end" };
const stderr: Frame = { kind: "stderr", bytes: "x\n" };
const jsonHead = head("http-json", ["Content-Type", "application/json"]);
const sseHead = head("http-sse");

function head(shape: "http-json" | "http-sse", ...headers: [string, string][]): Frame {
  return { kind: "head", shape, status: 200, headers };
}

async function encode(shape: Shape | undefined, ...frames: Frame[]): Promise<Frame[]> {
  const encoded: Frame[] = [];
  for await (const frame of new Encoder(from(frames), shape, () => {})) encoded.push(frame);
  return encoded;
}

async function* from(frames: readonly Frame[]): AsyncGenerator<Frame> {
  yield* frames;
}

describe("a message becomes", () => {
  test("a line on stdio", async () => {
    expect(await encode("stdio", message)).toEqual([{ kind: "bytes", bytes: `${TEXT}\n`, of: MESSAGE }]);
  });

  test("an event on an event stream, with its fields", async () => {
    const withId: Frame = { kind: "message", message: MESSAGE, sse: { id: "7" } };
    expect(await encode(undefined, sseHead, withId)).toEqual([
      sseHead,
      { kind: "bytes", bytes: `event: message\nid: 7\ndata: ${TEXT}\n\n`, of: MESSAGE },
    ]);
  });

  test("the body after a request's head", async () => {
    const request: Frame = { kind: "request", method: "POST", target: "/mcp", headers: [] };
    expect(await encode(undefined, request, message)).toEqual([request, { kind: "bytes", bytes: TEXT, of: MESSAGE }]);
  });
});

describe("the head of a JSON answer", () => {
  const length = String(Buffer.byteLength(TEXT));

  test("waits for the body and says its length in bytes", async () => {
    expect(await encode(undefined, jsonHead, stderr, message, end)).toEqual([
      stderr,
      head("http-json", ["Content-Type", "application/json"], ["Content-Length", length]),
      { kind: "bytes", bytes: TEXT, of: MESSAGE },
      end,
    ]);
  });

  test.each(["content-length", "Transfer-Encoding"])("keeps the %s that a fault has written", async (name) => {
    const own = head("http-json", [name, "5"]);
    expect((await encode(undefined, own, message))[0]).toEqual(own);
  });

  test("leaves without a length before bytes that a fault has written", async () => {
    const bytes: Frame = { kind: "bytes", bytes: "{" };
    expect(await encode(undefined, jsonHead, bytes)).toEqual([jsonHead, bytes]);
  });

  test("leaves alone at a clean end", async () => {
    expect(await encode(undefined, head("http-json"), end)).toEqual([head("http-json", ["Content-Length", "0"]), end]);
  });

  test("leaves without a length where the status says that there is no body", async () => {
    const noContent: Frame = { kind: "head", shape: "http-json", status: 204, headers: [] };
    expect(await encode(undefined, noContent, end)).toEqual([noContent, end]);
  });

  test("never leaves before a cut, nor when the answer is swallowed", async () => {
    const cut: Frame = { kind: "close", how: "cut" };
    expect(await encode(undefined, jsonHead, cut)).toEqual([cut]);
    expect(await encode(undefined, jsonHead)).toEqual([]);
  });
});

test("a second message in one JSON body is refused: its length has been said", async () => {
  await expect(encode(undefined, jsonHead, message, message)).rejects.toThrow("must not list http-json");
});

test("primes and comments exist on event streams alone", async () => {
  const frames: Frame[] = [
    { kind: "prime", id: "1", retryMs: 500 },
    { kind: "comment", text: "a\nb" },
  ];
  expect(await encode("stdio", ...frames)).toEqual([]);
  expect(await encode(undefined, sseHead, ...frames)).toEqual([
    sseHead,
    { kind: "bytes", bytes: "id: 1\nretry: 500\ndata: \n\n" },
    { kind: "bytes", bytes: ": a b\n\n" },
  ]);
});

test("what is no message passes as it is", async () => {
  const frames: Frame[] = [
    { kind: "raw", bytes: new Uint8Array([1]) },
    { kind: "session", act: "forget" },
    stderr,
    { kind: "close", how: "exit", code: 0 },
  ];
  expect(await encode("stdio", ...frames)).toEqual(frames);
});

test("marks follow from a message to its bytes, and from a head to the one with the length", async () => {
  const derived: [Frame, Frame][] = [];
  const encoder = new Encoder(from([jsonHead, message]), undefined, (source, to) => derived.push([source, to]));
  const encoded: Frame[] = [];
  for await (const frame of encoder) encoded.push(frame);
  expect(derived).toEqual([
    [jsonHead, encoded[0]],
    [message, encoded[1]],
  ]);
});

describe("whoever yielded a frame hears", () => {
  async function* fault(heard: unknown[]): AsyncGenerator<Frame> {
    try {
      yield { kind: "close", how: "cut" };
    } catch (error) {
      heard.push(error);
      yield { kind: "message", message: MESSAGE };
    } finally {
      heard.push("left");
    }
  }

  test("that a close failed, and may go on", async () => {
    const heard: unknown[] = [];
    const encoder = new Encoder(fault(heard), "stdio", () => {});
    await encoder.next();
    const next = await encoder.throw("gone");
    expect(heard).toEqual(["gone"]);
    expect(next.value).toMatchObject({ kind: "bytes", of: MESSAGE });
  });

  test("that nobody reads any more", async () => {
    const heard: unknown[] = [];
    const encoder = new Encoder(fault(heard), "stdio", () => {});
    await encoder.next();
    await encoder.return();
    expect(heard).toEqual(["left"]);
  });

  test("nothing where the source cannot hear: the error goes back", async () => {
    const source: AsyncIterable<Frame> = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: end }) }),
    };
    await expect(new Encoder(source, "stdio", () => {}).throw("gone")).rejects.toBe("gone");
  });
});
