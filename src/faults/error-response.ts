import * as v from "valibot";
import { error } from "../protocol/json-rpc.ts";
import type { Json } from "../protocol/json.ts";
import { isAnswer } from "../wire/answer.ts";
import { defineFault } from "./define-fault.ts";
import { text, wholeNumber } from "./parameter.ts";

export const errorResponse = defineFault({
  name: "error_response",
  title: "JSON-RPC error in place of the answer",
  summary: "Answers with a JSON-RPC error of your choice, after the request was carried out.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  params: v.strictObject({
    code: v.optional(
      wholeNumber(-2_147_483_648, 2_147_483_647, "The error's code, for instance -32601 (method not found)."),
      -32_603,
    ),
    message: v.optional(text(4_096, "The error's message."), "Failed on purpose"),
    data: v.optional(v.pipe(v.unknown(), v.description("The error's data: any JSON; none unless set."))),
  }),
  examples: [
    { code: -32_603, message: "Failed" },
    { code: -32_602, message: "Invalid request parameters", data: "" },
    { code: -32_601, message: "Method not found" },
  ],
  breaks: [],
  exercises: [{ check: "ERR-06" }, { check: "ERR-08" }, { check: "LIF-28" }],
  seenIn: ["I12", "N6", "N9", "G7", "J15"],
  tolerates: ["protocol_error"],
  robust: "Reports the code and the message as they came, goes on with its other calls, and uses the connection on.",
  apply: ({ code, message, data }) =>
    async function* (frames, { exchange }) {
      // What comes out of a plan or a rule's text has been JSON.
      const failure = error(exchange.request?.id ?? null, code, message, data as Json | undefined);
      const isHandshake = exchange.method === "initialize";
      for await (const frame of frames) {
        if (frame.kind === "head" && isHandshake) {
          // A handshake that fails opens no session, so its answer names none.
          yield { kind: "session", act: "forget" };
          yield { ...frame, headers: frame.headers.filter(([name]) => name.toLowerCase() !== "mcp-session-id") };
        } else if (frame.kind === "message" && exchange.method === "subscriptions/listen") {
          // A subscription is answered when it ends; one that is refused never begins.
          yield { kind: "message", message: failure };
          if (exchange.transport === "http") yield { kind: "close", how: "end" };
          return;
        } else {
          yield isAnswer(frame) ? { ...frame, message: failure } : frame;
        }
      }
    },
});
