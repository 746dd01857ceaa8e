import * as v from "valibot";
import { notification } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import type { MessageFrame } from "../wire/frame.ts";
import { besideAnswer } from "./beside-answer.ts";
import { defineFault } from "./define-fault.ts";
import { choice, text } from "./parameter.ts";

const FORMS = {
  "unknown-method": notification("notifications/lab/heartbeat", { beat: 1 }),
  "missing-params": notification("notifications/message"),
  "wrong-types": notification("notifications/message", { level: 7, data: null, logger: {} }),
  "unknown-level": notification("notifications/message", { level: "shout", data: "on purpose" }),
  "extra-members": notification("notifications/tools/list_changed", { reason: "on purpose" }),
  "params-array": { jsonrpc: "2.0", method: "notifications/message", params: ["info", "on purpose"] },
  "null-id": {
    jsonrpc: "2.0",
    id: null,
    method: "notifications/message",
    params: { level: "info", data: "on purpose" },
  },
  "resource-updated": notification("notifications/resources/updated", { uri: "lab://nobody/asked" }),
  "cancel-unknown": notification("notifications/cancelled", { requestId: "lab-nobody", reason: "on purpose" }),
} as const satisfies Readonly<Record<string, JsonObject>>;

export const oddNotification = defineFault({
  name: "odd_notification",
  title: "Odd notification",
  summary:
    "Sends a notification that no revision knows, or one with missing, wrong or superfluous members, beside the answer.",
  group: "messages",
  stage: "message",
  shapes: ["stdio", "http-sse"],
  at: ["$stream", "$notification"],
  params: v.strictObject({
    form: choice(
      [
        "unknown-method",
        "missing-params",
        "wrong-types",
        "unknown-level",
        "extra-members",
        "params-array",
        "null-id",
        "resource-updated",
        "cancel-the-call",
        "cancel-unknown",
      ],
      "What is odd: a method that nobody knows (which is good), a log message without parameters, with members of wrong types or of an unknown level, a list change with a member too many, parameters that are a list, an id that is null, a change of a resource that nobody subscribed to, or a cancel by the server: of the client's own request in flight, or of nothing.",
    ),
    method: v.optional(
      v.pipe(text(256, "With unknown-method: its method; notifications/lab/heartbeat unless set."), v.minLength(1)),
    ),
    place: v.optional(choice(["before", "after"], "Where it stands by the answer."), "before"),
  }),
  examples: [
    { form: "unknown-method", place: "before" },
    { form: "wrong-types", place: "before" },
    { form: "null-id", place: "after" },
  ],
  breaks: [{ check: "RPC-10" }, { check: "RPC-01" }, { check: "CAN-01" }],
  seenIn: ["G5", "G2"],
  tolerates: ["success"],
  robust: "Ignores it, with one line in its log at most, and returns the call's own result.",
  apply: ({ form, place, method }) => {
    if (form !== "cancel-the-call") {
      const message = FORMS[form];
      const isNamed = form === "unknown-method" && method !== undefined;
      const frame: MessageFrame = { kind: "message", message: isNamed ? { ...message, method } : message };
      return besideAnswer(place, () => [frame]);
    }
    return besideAnswer(place, ({ exchange }) => {
      const requestId = exchange.request?.id ?? "lab-nobody";
      const message = notification("notifications/cancelled", { requestId, reason: "on purpose" });
      return [{ kind: "message", message }];
    });
  },
});
