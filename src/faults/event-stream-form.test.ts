import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { EventStreamParser, type ParsedEvent } from "../wire/framing/event-stream-parser.ts";
import { eventStreamForm } from "./event-stream-form.ts";
import { sentBytes, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p1", progress: 1 } };

type Form = Parameters<typeof eventStreamForm.apply>[0]["form"];

async function send(form: Form) {
  const run = await runFault(eventStreamForm, { form }, { shape: "http-sse", before: [progress] });
  const events = new EventStreamParser(10_000)
    .push(sentBytes(run))
    .filter((item): item is ParsedEvent => item.kind === "event");
  return { run, events };
}

test.each<Form>([
  "crlf",
  "cr",
  "mixed-line-ends",
  "comments",
  "multi-line-data",
  "no-space",
  "byte-order-mark",
  "id-and-retry",
  "no-event-name",
  "unknown-field",
])("%s: the same two events for a parser that keeps to the standard, in other bytes", async (form) => {
  const { run, events } = await send(form);
  expect(events.map(({ data }) => JSON.parse(data ?? "") as unknown)).toMatchObject([progress, { id: 1, result: {} }]);
  expect(events.every(({ type }) => type === "message" || type === "")).toBe(true);
  const usual = /^event: message\ndata: \{"jsonrpc".*\n\nevent: message\ndata: \{"jsonrpc".*\n\n$/;
  expect(sentText(run)).not.toMatch(usual);
});

test.each<[Form, RegExp]>([
  ["crlf", /^event: message\r\ndata: .*\}\r\n\r\nevent: message\r\ndata: .*\}\r\n\r\n$/],
  ["cr", /^event: message\rdata: .*\}\r\revent: message\rdata: .*\}\r\r$/],
  ["comments", /^event: message\n: a comment\n:\ndata: /],
  ["multi-line-data", /^event: message\ndata: \{\ndata: "jsonrpc"/],
  ["no-space", /^event:message\ndata:\{"jsonrpc"/],
  ["id-and-retry", /^event: message\nid: form_1\nretry: 1000\ndata: /],
  ["no-event-name", /^data: \{"jsonrpc".*\n\ndata: /],
  ["unknown-field", /^event: message\nlab: on purpose\ndata: /],
])("%s, byte for byte", async (form, expected) => {
  expect(sentText((await send(form)).run)).toMatch(expected);
});

test("the byte order mark stands once, first of all", async () => {
  const { run } = await send("byte-order-mark");
  expect(sentBytes(run).lastIndexOf(Buffer.from("\uFEFF"))).toBe(0);
});

test("events of another name are no messages", async () => {
  const { events } = await send("other-event-name");
  expect(events.map(({ type }) => type)).toEqual(["answer", "answer"]);
});

test("without its blank line the last event is not complete", async () => {
  const { run, events } = await send("no-final-blank-line");
  expect(sentText(run)).toMatch(/[^\n]\n$/);
  // The first runs into the second, and neither can be read.
  expect(events).toEqual([]);
});
