import * as v from "valibot";
import type { JsonObject } from "../protocol/json.ts";
import type { Frame } from "../wire/frame.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";
import { without } from "./without.ts";

/** What is sent in place of the notification. */
const FORMS = {
  lost: () => undefined,
  renamed: (message: JsonObject) => ({ ...message, method: bare(message.method) }),
  unknown: (message: JsonObject) => ({ ...message, method: "notifications/lab/unknown" }),
  "as-request": ({ jsonrpc, ...rest }: JsonObject) => ({ jsonrpc, id: "lab-notification", ...rest }),
  "id-null": ({ jsonrpc, ...rest }: JsonObject) => ({ jsonrpc, id: null, ...rest }),
  "params-null": (message: JsonObject) => ({ ...message, params: null }),
  "params-missing": (message: JsonObject) => without(message, "params"),
  "params-list": (message: JsonObject) => ({ ...message, params: [] }),
} as const;

function bare(method: JsonObject["method"]): JsonObject["method"] {
  return typeof method === "string" ? method.replace("notifications/", "") : method;
}

export const clientNotification = defineFault({
  name: "client_notification",
  title: "Notification of the client",
  summary: "The client's notification never leaves, or says something else: that it is ready, that it cancels a call.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio", "http-json"],
  methods: ["notifications/*"],
  params: v.strictObject({
    form: choice(
      ["lost", "renamed", "unknown", "as-request", "id-null", "params-null", "params-missing", "params-list"],
      'What becomes of it. lost: it is not sent. renamed: its method lacks "notifications/". unknown: a notification that nobody knows. as-request: it has an id, so that an answer is due. id-null: an id that is null. params-null, params-missing and params-list: what its parameters are.',
    ),
  }),
  examples: [{ form: "lost" }, { form: "renamed" }, { form: "as-request" }, { form: "params-missing" }],
  shownWith: { era: "legacy", method: "notifications/initialized" },
  breaks: [{ check: "LIF-02" }, { check: "RPC-10" }, { check: "TMO-02" }],
  exercises: [{ check: "RPC-09" }],
  seenIn: ["G2", "G9", "J15", "B3"],
  tolerates: ["success", "invalid_message", "protocol_error", "transport_loss"],
  robust:
    "Answers nothing that has no id, ignores what it does not know, and says with an error what it waits for; a call that nobody cancels it works off and answers.",
  apply: ({ form }) =>
    async function* (frames): AsyncGenerator<Frame> {
      const held: Frame[] = [];
      for await (const frame of frames) {
        const { kind } = frame;
        if (kind === "request") held.push(frame);
        else if (kind !== "message") yield frame;
        else {
          const message = FORMS[form](frame.message);
          if (message === undefined) return;
          yield* held.splice(0);
          yield { ...frame, message };
        }
      }
    },
});
