import * as v from "valibot";
import { within } from "../base/within.ts";
import { progressTokenOf } from "../protocol/exchange.ts";
import { isObject, type JsonObject } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import type { Exchange } from "../protocol/exchange.ts";
import { defineFault, statusResult } from "./define-fault.ts";
import { progressFrame } from "./progress-frame.ts";

/** How long the cancel may take (SPEC 3.1). */
const CANCEL_WITHIN_MS = 5_000;

export const responseAfterCancellation = defineFault({
  name: "response_after_cancellation",
  title: "Response after cancellation",
  summary: "Holds the answer until the client has cancelled the request, and sends it then.",
  group: "messages",
  stage: "message",
  shapes: ["stdio"],
  params: v.strictObject({}),
  examples: [{}],
  shownWith: { cancelAtMs: 1_000 },
  breaks: [{ check: "CAN-10" }, { check: "CAN-12" }],
  exercises: [{ check: "CAN-14" }, { check: "CAN-15" }],
  seenIn: ["B1", "B2"],
  tolerates: ["timeout", "cancelled"],
  robust: "Drops the late answer without giving it to any other call, and uses the connection on.",
  apply: () =>
    async function* (frames, wire) {
      const { exchange, shared } = wire;
      const token = progressTokenOf(exchange.request);
      try {
        if (token !== undefined) yield progressFrame(token, 1);
        for await (const frame of frames) {
          if (!isAnswer(frame)) {
            yield frame;
            continue;
          }
          const cancelled = await within(wire.clock, CANCEL_WITHIN_MS, wire.over, (signal) =>
            shared.take(keyOf(exchange), signal),
          );
          // A frame of the fault's own: the healthy side would have said nothing any more.
          if (cancelled !== undefined) yield { ...frame };
          else if (!wire.over.aborted) yield { ...frame, message: withoutCancel(frame.message) };
        }
      } finally {
        // A cancel that came too late, or twice, must not stay in the rule's mailbox.
        while ((await shared.take(keyOf(exchange), AbortSignal.abort())) !== undefined);
      }
    },
  // The core must not hear of the cancel, or it would drop the answer that is to come late.
  inbound: () => (message, wire) => {
    if (!cancels(message, wire.exchange)) return "pass";
    wire.shared.put(keyOf(wire.exchange), true);
    return "withhold";
  },
  tool: {
    description:
      "Answers only after the client has cancelled the call (within 5 seconds, else an error result). With a progress token, one progress notification says that it is armed.",
    answer: () => statusResult({ status: "answered_after_cancellation" }),
    only: "serve",
  },
});

function keyOf(exchange: Exchange): string {
  return String(exchange.sequence);
}

/** Ids are compared with their type: `1` and `"1"` are two requests. */
function cancels(message: JsonObject, exchange: Exchange): boolean {
  if (message.method !== "notifications/cancelled" || !isObject(message.params)) return false;
  const id = exchange.request?.id;
  return id !== undefined && message.params.requestId === id;
}

/** A tool's result says that no cancel came; any other answer has nothing to say it with, and stays. */
function withoutCancel(message: JsonObject): JsonObject {
  const result = message.result;
  if (!isObject(result) || !Array.isArray(result.content)) return message;
  const text = `response_after_cancellation: no cancel came within ${CANCEL_WITHIN_MS} ms`;
  return { ...message, result: { ...result, ...statusResult({ status: "not_cancelled", message: text }, true) } };
}
