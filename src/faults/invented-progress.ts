import * as v from "valibot";
import { progressTokenOf } from "../protocol/exchange.ts";
import type { Json } from "../protocol/json.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

type Token = string | number | undefined;

const TOKENS: Readonly<
  Record<"invented" | "other-type" | "request-id" | "missing" | "object", (token: Token, id: Token) => Json | undefined>
> = {
  invented: () => "mcp-failure-lab/invented-token",
  "other-type": (token) => (typeof token === "number" ? String(token) : Number(token ?? 1) || 1),
  "request-id": (_, id) => id,
  missing: () => undefined,
  object: (token) => ({ token: token ?? null }),
};

export const inventedProgress = defineFault({
  name: "invented_progress",
  title: "Progress under an invented token",
  summary: "Sends progress under a token that the client never gave, also where it asked for no progress.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  params: v.strictObject({
    token: choice(
      ["invented", "other-type", "request-id", "missing", "object"],
      "A text that nobody gave, the client's token in the other type, the id of the request, no token, or an object.",
    ),
    count: v.optional(wholeNumber(1, 1_000, "How many notifications are sent."), 1),
  }),
  examples: [
    { token: "invented", count: 1 },
    { token: "other-type", count: 2 },
    { token: "missing", count: 1 },
  ],
  breaks: [{ check: "PRG-01" }, { check: "PRG-04" }],
  exercises: [{ check: "PRG-07" }],
  seenIn: ["C1", "B8"],
  tolerates: ["success"],
  robust: "Ignores progress that belongs to no request, keeps the connection, and returns the call's own result.",
  apply: ({ token, count }) =>
    besideAnswer("before", function* ({ exchange }) {
      const given = TOKENS[token](progressTokenOf(exchange.request), exchange.request?.id);
      const named = given === undefined ? {} : { progressToken: given };
      for (let progress = 1; progress <= count; progress++) {
        const params = { ...named, progress };
        yield { kind: "message", message: { jsonrpc: "2.0", method: "notifications/progress", params } };
      }
    }),
});
