import * as v from "valibot";
import { isObject, type JsonObject } from "../protocol/json.ts";
import type { Exchange } from "../protocol/exchange.ts";
import type { StderrFrame } from "../wire/frame.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault, statusResult } from "./define-fault.ts";

const duration = (min: number, description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(30_000), v.description(description));

export const protocolPingLiveness = defineFault({
  name: "protocol_ping_liveness",
  title: "Liveness by protocol ping",
  summary: "Pings the client during its call and, if asked to, cuts the answering stream when no good answer comes.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  toolOnly: true,
  params: v.strictObject({
    pingAfterMs: duration(0, "Pause before the ping, in milliseconds."),
    livenessTimeoutMs: duration(1, "How long the ping may stay unanswered, in milliseconds."),
    completionDelayMs: v.optional(
      duration(0, "Pause between a good answer to the ping and the call's own answer, in milliseconds."),
      0,
    ),
    closeOnFailure: v.optional(
      v.pipe(
        v.boolean(),
        v.description("Whether a failed ping cuts the answering stream (HTTP; elsewhere nothing can be cut)."),
      ),
      false,
    ),
  }),
  examples: [
    { pingAfterMs: 0, livenessTimeoutMs: 1000, completionDelayMs: 0, closeOnFailure: false },
    { pingAfterMs: 100, livenessTimeoutMs: 500, completionDelayMs: 0, closeOnFailure: true },
  ],
  shownWith: { era: "legacy", ping: "timeout" },
  breaks: [],
  exercises: [{ check: "TMO-08" }],
  seenIn: ["M10"],
  tolerates: ["success", "tool_error", "transport_loss"],
  robust:
    "Answers the ping at once with an empty result, also while a call is running. When the stream is cut it reports the loss, and connects afresh for the next call.",
  apply: ({ closeOnFailure }) =>
    async function* (frames, wire) {
      const { exchange } = wire;
      for await (const frame of frames) {
        const found = isAnswer(frame) ? liveness(frame.message) : undefined;
        if (found === undefined) {
          yield frame;
        } else if (closeOnFailure && found.failed && exchange.transport === "http") {
          yield stderrLine(exchange, found.ping, "closure_requested");
          try {
            yield { kind: "close", how: "cut" };
          } catch {
            yield stderrLine(exchange, found.ping, "close_failed");
            return;
          }
          yield stderrLine(exchange, found.ping, "closed");
          return;
        } else {
          yield stderrLine(exchange, found.ping, found.transport);
          yield frame;
        }
      }
    },
  tool: {
    description:
      "Sends one protocol ping to the client during the call and says what came of it. With closeOnFailure a failed ping cuts the answering stream (HTTP).",
    async answer({ pingAfterMs, livenessTimeoutMs, completionDelayMs, closeOnFailure }, call) {
      const { clock, exchange } = call;
      await clock.sleep(pingAfterMs, exchange.cancelled);
      const outcome = exchange.isCancelled ? "cancelled" : await call.ping(livenessTimeoutMs);
      const failed = outcome !== "success";
      if (!failed) await clock.sleep(completionDelayMs, exchange.cancelled);
      return statusResult(
        {
          status: failed ? "protocol_ping_failed" : "protocol_ping_succeeded",
          protocolPing: { outcome },
          transport: { outcome: failed && closeOnFailure ? "closure_unavailable" : "retained" },
        },
        failed,
      );
    },
  },
});

/** What the tool's own answer says of the ping. */
function liveness(message: JsonObject): { failed: boolean; ping: string; transport: string } | undefined {
  const result = message.result;
  const item: unknown = isObject(result) && Array.isArray(result.content) ? result.content[0] : undefined;
  if (!isObject(result) || !isObject(item) || typeof item.text !== "string") return undefined;
  const status: unknown = parse(item.text);
  if (!isObject(status) || !isObject(status.protocolPing) || !isObject(status.transport)) return undefined;
  const { outcome: ping } = status.protocolPing;
  const { outcome: transport } = status.transport;
  if (typeof ping !== "string" || typeof transport !== "string") return undefined;
  return { failed: result.isError === true, ping, transport };
}

/** Error texts are no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stderrLine(exchange: Exchange, ping: string, transport: string): StderrFrame {
  const line = {
    event: "protocol_ping_liveness",
    requestId: exchange.request?.id,
    protocolPing: { outcome: ping },
    transport: { outcome: transport },
  };
  return { kind: "stderr", bytes: `${JSON.stringify(line)}\n` };
}
