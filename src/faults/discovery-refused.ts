import * as v from "valibot";
import { until } from "../base/abort.ts";
import { error } from "../protocol/json-rpc.ts";
import { isAnswer } from "../wire/answer.ts";
import type { Frame } from "../wire/frame.ts";
import type { Wire } from "../wire/transform.ts";
import { defineFault } from "./define-fault.ts";
import { httpAnswer } from "./in-place-of-answer.ts";
import { choice } from "./parameter.ts";

/** JSON-RPC errors, by the statuses with which older servers send them over HTTP. */
const ERRORS = {
  "method-not-found": { code: -32_601, message: "Method not found", status: 200 },
  "invalid-request": { code: -32_600, message: "Invalid Request", status: 200 },
  "invalid-params": { code: -32_602, message: "Invalid request parameters", status: 200 },
  "server-error": { code: -32_000, message: "Bad Request: Server not initialized", status: 200 },
  "http-400-json-rpc": { code: -32_000, message: "Bad Request: Missing session ID", status: 400 },
} as const;

/** Plain statuses, with what older servers say beside them. */
const STATUSES = {
  "http-400-text": { status: 400, body: "Bad Request: Mcp-Session-Id header is required" },
  "http-404": { status: 404, body: "Not Found" },
  "http-405": { status: 405, body: "Method Not Allowed" },
  "http-500": { status: 500, body: "Internal Server Error" },
} as const;

export const discoveryRefused = defineFault({
  name: "discovery_refused",
  title: "Discovery refused",
  summary: "Treats server/discover in one of the ways of servers that do not know it.",
  group: "life-cycle",
  stage: "message",
  shapes: ["stdio", "http-json", "http-sse"],
  shapesWith: ({ as }) => {
    if (as.startsWith("http-")) return ["http-json", "http-sse"];
    return as === "exit" ? ["stdio"] : ["stdio", "http-json", "http-sse"];
  },
  eras: ["modern"],
  methods: ["server/discover"],
  params: v.strictObject({
    as: choice(
      [
        "method-not-found",
        "invalid-request",
        "invalid-params",
        "server-error",
        "http-400-json-rpc",
        "http-400-text",
        "http-404",
        "http-405",
        "http-500",
        "silence",
        "closed",
        "exit",
      ],
      "An error of JSON-RPC (-32601, -32600, -32602, -32000), a status over HTTP, no answer at all, the end of the connection, or (stdio) of the process.",
    ),
  }),
  examples: [{ as: "method-not-found" }, { as: "http-400-text" }, { as: "silence" }, { as: "exit" }],
  shownWith: { method: "server/discover" },
  breaks: [{ check: "LIF-17" }],
  exercises: [{ check: "LIF-27" }, { check: "LIF-28" }, { check: "LIF-30" }, { check: "LIF-31" }],
  seenIn: ["J1", "J17"],
  tolerates: ["success", "protocol_error", "transport_loss", "timeout"],
  robust: "Opens with initialize once, within a bound, whatever the refusal was, and remembers what it has found out.",
  apply: ({ as }) =>
    async function* (frames, wire) {
      for await (const frame of frames) {
        // The head of the answer goes with the answer.
        if (frame.kind === "head") continue;
        if (!isAnswer(frame)) yield frame;
        else {
          yield* refusal(as, wire);
          return;
        }
      }
    },
});

type Refusal = keyof typeof ERRORS | keyof typeof STATUSES | "silence" | "closed" | "exit";

async function* refusal(as: Refusal, { exchange, over }: Wire): AsyncGenerator<Frame> {
  const isHttp = exchange.transport === "http";
  if (as === "silence") await until(over);
  else if (as === "exit") yield { kind: "close", how: "exit", code: 1 };
  else if (as === "closed") yield { kind: "close", how: "cut" };
  else if (isStatus(as)) {
    const { status, body } = STATUSES[as];
    yield* httpAnswer({ status, headers: [["Content-Type", "text/plain"]], body });
  } else {
    const { code, message, status } = ERRORS[as];
    const answer = error(exchange.request?.id ?? null, code, message);
    const headers = [["Content-Type", "application/json"]] as const;
    if (isHttp) yield* httpAnswer({ status, headers, body: JSON.stringify(answer) });
    else yield { kind: "message", message: answer };
  }
}

function isStatus(as: Refusal): as is keyof typeof STATUSES {
  return as in STATUSES;
}
