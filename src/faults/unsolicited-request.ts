import * as v from "valibot";
import { within } from "../base/within.ts";
import type { JsonObject } from "../protocol/json.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

/** An elicitation that sends the user to a page. */
const BY_URL = {
  mode: "url",
  message: "Please sign in.",
  url: "http://127.0.0.1:9/sign-in",
  elicitationId: "lab-elicitation-1",
};

const PARAMS: Readonly<
  Record<
    "ping" | "roots/list" | "sampling/createMessage" | "elicitation/create" | "lab/unknown",
    JsonObject | undefined
  >
> = {
  ping: undefined,
  "roots/list": undefined,
  "sampling/createMessage": {
    messages: [{ role: "user", content: { type: "text", text: "Say hello." } }],
    maxTokens: 16,
  },
  "elicitation/create": {
    message: "What is your name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
  "lab/unknown": {},
};

export const unsolicitedRequest = defineFault({
  name: "unsolicited_request",
  title: "Request of the server",
  summary:
    "Sends a request to the client beside the answer, and may hold the answer back until the client has answered.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  at: ["$stream", "$notification"],
  params: v.strictObject({
    method: choice(
      ["ping", "roots/list", "sampling/createMessage", "elicitation/create", "lab/unknown"],
      "What is asked, whether the client has declared it or not; lab/unknown is no method of any revision.",
    ),
    id: v.optional(
      choice(["own", "of-the-call"], "An id of its own, or the very id of the client's request that is in flight."),
      "own",
    ),
    place: v.optional(choice(["before", "after"], "Where it stands by the answer."), "before"),
    mode: v.optional(
      choice(["form", "url"], "How an elicitation asks: by a form, or by an address that the user is to visit."),
      "form",
    ),
    waitMs: v.optional(
      wholeNumber(0, 60_000, "How long the answer waits for the client's answer at most, in milliseconds."),
      0,
    ),
  }),
  examples: [
    { method: "ping", id: "own", place: "before", mode: "form", waitMs: 0 },
    { method: "lab/unknown", id: "of-the-call", place: "before", mode: "form", waitMs: 0 },
    { method: "sampling/createMessage", id: "own", place: "before", mode: "form", waitMs: 1_000 },
    { method: "elicitation/create", id: "own", place: "before", mode: "url", waitMs: 1_000 },
  ],
  breaks: [{ check: "STD-11" }, { check: "SSE-26" }, { check: "LIF-12" }, { check: "LIF-04" }],
  exercises: [{ check: "TMO-08" }, { check: "ERR-15" }, { check: "STD-12" }],
  seenIn: ["O1", "O2", "M2"],
  tolerates: ["success", "timeout"],
  robust:
    "Tells it by its method, not by its id, and answers: a ping with an empty result, what it cannot do with an error. In the modern era, which has no such requests, it drops it and says so.",
  apply: ({ method, id, place, mode, waitMs }) => {
    const params = mode === "url" && method === "elicitation/create" ? BY_URL : PARAMS[method];
    return besideAnswer(place, async function* (wire) {
      const own = id === "of-the-call" ? wire.exchange.request?.id : undefined;
      const message = {
        jsonrpc: "2.0",
        id: own ?? `lab-request-${wire.exchange.sequence}`,
        method,
        ...(params === undefined ? {} : { params }),
      };
      // Listening first: the answer may be there as soon as the request has left.
      const answered =
        waitMs === 0
          ? undefined
          : within(wire.clock, waitMs, wire.over, (signal) =>
              wire.seen((answer) => answer.id === message.id && answer.method === undefined, signal),
            );
      yield { kind: "message", message };
      await answered;
    });
  },
});
