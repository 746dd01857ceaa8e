import * as v from "valibot";
import type { CloseFrame } from "../wire/frame.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";

export const disconnect = defineFault({
  name: "disconnect",
  title: "Connection lost",
  summary: "Closes the transport in place of the answer: over stdio the server exits, over HTTP this request is cut.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({}),
  examples: [{}],
  breaks: [{ check: "SSE-12" }],
  exercises: [{ check: "STD-09" }, { check: "STD-10" }, { check: "SSE-29" }],
  seenIn: ["F3", "H1", "H4", "P4"],
  tolerates: ["transport_loss"],
  robust:
    "Reports the loss at once, for every request that was in flight on the lost connection, and connects afresh for the next call. It does not repeat a call that may have had an effect without being told to.",
  apply: () =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (isAnswer(frame)) break;
        yield frame;
      }
      // What has been cancelled has no connection to lose any more: a cancel never closes anything.
      if (!wire.over.aborted) yield closing(wire.exchange.transport);
    },
  tool: {
    description:
      "Closes the transport while the call is in flight. Over stdio the server exits; over HTTP this request is cut and the server goes on.",
    answer: () => statusResult({ status: "disconnected" }),
  },
});

function closing(transport: "stdio" | "http"): CloseFrame {
  return transport === "stdio" ? { kind: "close", how: "exit", code: 0 } : { kind: "close", how: "cut" };
}
