import { expect, it } from "vitest";
import type { HttpPort, OutgoingRequest } from "../wire/http-port.ts";
import type { Frame } from "../wire/frame.ts";
import { HttpSink } from "./http-sink.ts";

const head: Frame = { kind: "request", method: "POST", target: "/mcp", headers: [["Accept", "*/*"]] };
const body: Frame = { kind: "bytes", bytes: "{}" };
const cut: Frame = { kind: "close", how: "cut" };

/** A port that takes requests and never answers. */
function setUp() {
  const sent: OutgoingRequest[] = [];
  const port: HttpPort = {
    request(request, signal) {
      sent.push(request);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    },
    close: () => undefined,
  };
  const controller = new AbortController();
  const sink = new HttpSink(port, controller);
  sink.answer.catch(() => undefined);
  return { sink, sent, controller };
}

it("sends one request when the last frame has come, with its length", () => {
  const { sink, sent, controller } = setUp();
  for (const frame of [head, body]) sink.perform(frame);
  expect(sent).toEqual([]);
  sink.finish();
  expect(sent).toMatchObject([
    {
      method: "POST",
      headers: [
        ["Accept", "*/*"],
        ["Content-Length", "2"],
      ],
    },
  ]);
  expect(sent[0]?.onSent).toBeUndefined();
  expect(controller.signal.aborted).toBe(false);
});

it("a cut sends what there is, and hangs up once it has left", async () => {
  const { sink, sent, controller } = setUp();
  for (const frame of [head, body, cut]) sink.perform(frame);
  sink.finish();
  expect(sent).toHaveLength(1);
  expect(controller.signal.aborted).toBe(false);
  sent[0]?.onSent?.();
  expect(controller.signal.aborted).toBe(true);
  await expect(sink.answer).rejects.toThrow("aborted");
});

it("keeps a length that was told, whatever it is", () => {
  const { sink, sent } = setUp();
  sink.perform({ ...head, headers: [["content-length", "100"]] });
  for (const frame of [body, cut]) sink.perform(frame);
  expect(sent[0]?.headers).toEqual([["content-length", "100"]]);
});

it.each([[[cut]], [[]]])("without a head there is nothing to send: %j", async (frames: readonly Frame[]) => {
  const { sink, sent } = setUp();
  for (const frame of frames) sink.perform(frame);
  sink.finish();
  await expect(sink.answer).rejects.toThrow("before it was sent");
  expect(sent).toEqual([]);
});
