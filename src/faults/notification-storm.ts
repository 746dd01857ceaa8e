import { Buffer } from "node:buffer";
import * as v from "valibot";
import { META_KEYS } from "../protocol/envelope.ts";
import { notification } from "../protocol/json-rpc.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice, wholeNumber } from "./parameter.ts";

export const notificationStorm = defineFault({
  name: "notification_storm",
  title: "Storm of notifications",
  summary:
    "Tells of a changed list many times over, on a stream of its own or beside an answer, though nothing has changed.",
  group: "lists",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  at: ["$stream", "$notification"],
  params: v.strictObject({
    list: v.optional(choice(["tools", "prompts", "resources"], "The list that is said to have changed."), "tools"),
    count: v.optional(wholeNumber(1, 10_000, "How many notifications are sent."), 200),
    writes: v.optional(choice(["one", "each"], "Whether they leave in one write, or each in one of its own."), "one"),
    place: v.optional(choice(["before", "after"], "Where they stand by the answer, where there is one."), "after"),
  }),
  examples: [
    { list: "tools", count: 3, writes: "one", place: "after" },
    { list: "resources", count: 2, writes: "each", place: "before" },
  ],
  breaks: [{ check: "SUB-04" }],
  exercises: [{ check: "SUB-15" }, { check: "CAC-12" }],
  seenIn: ["D1", "D2"],
  tolerates: ["success"],
  robust: "Reads the list again a few times at most, not once for each notification, and stays at work meanwhile.",
  apply: ({ list, count, writes, place }) =>
    besideAnswer(place, function* ({ exchange, framing }) {
      // A modern subscription marks what belongs to it.
      const id = exchange.method === "subscriptions/listen" ? exchange.request?.id : undefined;
      const params = id === undefined ? undefined : { _meta: { [META_KEYS.subscriptionId]: id } };
      const message = notification(`notifications/${list}/list_changed`, params);
      if (writes === "one") {
        const bytes = framing.encode(message);
        yield { kind: "bytes", bytes: Buffer.concat(Array.from({ length: count }, () => bytes)) };
      } else {
        for (let sent = 0; sent < count; sent++) yield { kind: "message", message };
      }
    }),
});
