import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { Exchange } from "../protocol/exchange.ts";
import { isAnswer } from "../wire/answer.ts";
import { cancels } from "./cancels.ts";
import { defineFault } from "./define-fault.ts";
import { createMeetings } from "./meeting.ts";
import { choice, wholeNumber } from "./parameter.ts";

/** Whose answers are in the buffer: a cancel takes nothing out of it. */
const inBuffer = new WeakSet<Exchange>();

export const bufferedStdout = defineFault({
  name: "buffered_stdout",
  title: "Answers held up in the buffer of stdout",
  summary:
    "Keeps all that is written in a buffer until several answers are in it, and sends them in one piece, in order, as a block-buffered stdout does.",
  group: "timing",
  stage: "message",
  shapes: ["stdio"],
  gathers: ({ answers }) => answers,
  params: v.strictObject({
    answers: v.optional(
      wholeNumber(2, 64, "How many answers fill the buffer; the rule has to act on as many exchanges."),
      4,
    ),
    atEnd: v.optional(
      choice(
        ["written", "lost"],
        "What becomes of the rest when the input ends or the server is stopped: written, as most runtimes do at their exit, or lost.",
      ),
      "written",
    ),
    maxWaitMs: v.optional(
      wholeNumber(1, 60_000, "How long an answer stays in the buffer, in milliseconds; then it goes out as it is."),
      60_000,
    ),
  }),
  examples: [{ answers: 2, atEnd: "written", maxWaitMs: 30_000 }],
  breaks: [],
  exercises: [{ check: "TMO-01" }, { check: "TMO-02" }, { check: "CAN-15" }, { check: "RPC-05" }],
  seenIn: ["F15"],
  tolerates: ["success", "timeout", "cancelled"],
  robust:
    "Gives each call its own result by its id, however late, and drops what it has given up. A call that gets no answer fails at its own time limit.",
  apply: ({ answers, atEnd, maxWaitMs }) => {
    const meet = createMeetings<Buffer>(answers, maxWaitMs);
    return async function* (frames, wire) {
      const held: Buffer[] = [];
      for await (const frame of frames) {
        if (frame.kind !== "message") {
          yield frame;
          continue;
        }
        held.push(Buffer.from(wire.framing.encode(frame.message)));
        if (isAnswer(frame)) inBuffer.add(wire.exchange);
      }
      if (!inBuffer.has(wire.exchange)) return;
      const own = Buffer.concat(held);
      const seat = await meet(wire, own);
      // The last one writes for all.
      if (seat?.index === answers - 1) yield { kind: "bytes", bytes: Buffer.concat(seat.values) };
      else if (seat === undefined && (atEnd === "written" || !wire.over.aborted)) yield { kind: "bytes", bytes: own };
    };
  },
  inbound:
    () =>
    (message, { exchange }) =>
      inBuffer.has(exchange) && cancels(message, exchange) ? "withhold" : "pass",
});
