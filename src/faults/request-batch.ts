import * as v from "valibot";
import { defineFault } from "./define-fault.ts";
import { framedText } from "./framed-text.ts";
import { choice } from "./parameter.ts";

const PING = { jsonrpc: "2.0", id: "lab-batch-ping", method: "ping" };

export const requestBatch = defineFault({
  name: "request_batch",
  title: "Requests in a batch",
  summary: "The client sends its request in a JSON-RPC batch, alone, with another one, twice, or sends an empty batch.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  params: v.strictObject({
    holds: v.optional(
      choice(
        ["alone", "ping", "twice", "nothing", "number"],
        "What is in the batch: the request alone, a ping beside it, the request twice, nothing, or a number beside it.",
      ),
      "alone",
    ),
  }),
  examples: [{ holds: "alone" }, { holds: "ping" }, { holds: "nothing" }],
  breaks: [{ check: "SSE-03" }, { check: "STD-01" }],
  seenIn: ["F8", "G8"],
  tolerates: ["success", "protocol_error", "timeout"],
  robust:
    "Answers each request of a batch at 2025-03-26, which knows them; elsewhere it refuses the batch with -32600, carries nothing out, and serves the next request.",
  apply: ({ holds }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        if (frame.kind !== "message") {
          yield frame;
          continue;
        }
        const { message } = frame;
        const batches = {
          alone: [message],
          ping: [message, PING],
          twice: [message, message],
          nothing: [],
          number: [message, 42],
        };
        yield { kind: "bytes", bytes: framedText(wire.framing, JSON.stringify(batches[holds])) };
      }
    },
});
