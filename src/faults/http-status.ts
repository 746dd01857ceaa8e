import * as v from "valibot";
import { error } from "../protocol/json-rpc.ts";
import type { Json } from "../protocol/json.ts";
import type { Headers } from "../protocol/exchange.ts";
import { defineFault } from "./define-fault.ts";
import { inPlaceOfAnswer } from "./in-place-of-answer.ts";
import { choice, text, wholeNumber } from "./parameter.ts";

export const httpStatus = defineFault({
  name: "http_status",
  title: "HTTP status in place of the answer",
  summary: "Answers with an HTTP status and a body of your choice, after the request was carried out.",
  group: "http",
  stage: "message",
  shapes: ["http-json", "http-sse"],
  at: ["$stream", "$resume", "$notification", "$delete", "$refused"],
  params: v.strictObject({
    status: wholeNumber(200, 599, "The status, for instance 404, 429, 500, 502 or 503."),
    body: v.optional(
      choice(
        ["json-rpc", "json", "text", "html", "empty"],
        "What the body is: a JSON-RPC error, JSON that is no JSON-RPC, plain text, a page, or nothing.",
      ),
      "json-rpc",
    ),
    code: v.optional(wholeNumber(-32_768, 32_767, "The error's code, where the body is a JSON-RPC error."), -32_000),
    message: v.optional(text(4096, 'What the body says; "HTTP 503 on purpose" and the like unless set.')),
    data: v.optional(v.pipe(v.unknown(), v.description("The error's data: any JSON; none unless set."))),
    id: v.optional(
      choice(
        ["null", "server-error"],
        'The error\'s id, as servers send it that have not read the request: null, or the text "server-error"; that of the request unless set.',
      ),
    ),
    retryAfter: v.optional(
      v.pipe(
        v.union([wholeNumber(0, 86_400, "Seconds."), text(64, "A date, or anything else.")]),
        v.metadata({ allowed: "a whole number of seconds from 0 to 86400, or a text" }),
        v.description("The value of the header Retry-After; none unless set."),
      ),
    ),
    afterMs: v.optional(wholeNumber(0, 60_000, "How long the answer is held back first, in milliseconds."), 0),
  }),
  examples: [
    { status: 503, body: "text", code: -32_000, retryAfter: 2, afterMs: 0 },
    { status: 404, body: "json-rpc", code: -32_001, afterMs: 0 },
    { status: 502, body: "html", code: -32_000, afterMs: 1_000 },
  ],
  breaks: [],
  exercises: [{ check: "SES-06" }, { check: "LIF-30" }, { check: "LIF-31" }],
  seenIn: ["H2", "L9", "E3", "L7", "L8", "L12", "L14", "G7"],
  tolerates: ["protocol_error", "transport_loss", "invalid_message"],
  robust:
    "Reports the status and what the body says. It obeys a short Retry-After, does not repeat a tool call that may have been carried out, and uses the connection on.",
  apply: ({ status, body, code, message, data, id, retryAfter, afterMs }) => {
    const headers: Headers = [
      ...(status === 405 ? [["Allow", "POST"] as const] : []),
      ...(retryAfter === undefined ? [] : [["Retry-After", String(retryAfter)] as const]),
    ];
    const reason = message ?? `HTTP ${status} on purpose`;
    return async function* (frames, wire) {
      if (afterMs > 0 && !(await wire.clock.sleep(afterMs, wire.over))) return;
      const own = id === "server-error" ? id : id === "null" ? null : (wire.exchange.request?.id ?? null);
      const [type, content] = BODIES[body](reason, JSON.stringify(error(own, code, reason, data as Json | undefined)));
      const typed: Headers = type === "" ? headers : [["Content-Type", type], ...headers];
      yield* inPlaceOfAnswer(frames, { status, headers: typed, body: content });
    };
  },
});

const BODIES: Readonly<
  Record<"json-rpc" | "json" | "text" | "html" | "empty", (reason: string, rpc: string) => [type: string, body: string]>
> = {
  "json-rpc": (_, rpc) => ["application/json", rpc],
  json: (reason) => ["application/json", JSON.stringify({ error: reason })],
  text: (reason) => ["text/plain; charset=utf-8", reason],
  html: (reason) => ["text/html", `<!doctype html><title>${reason}</title><h1>${reason}</h1>`],
  empty: () => ["", ""],
};
