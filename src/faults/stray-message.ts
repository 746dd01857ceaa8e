import * as v from "valibot";
import { notification } from "../protocol/json-rpc.ts";
import type { JsonObject } from "../protocol/json.ts";
import { LATEST_LEGACY_REVISION } from "../protocol/revision.ts";
import { defineFault } from "./define-fault.ts";
import { choice } from "./parameter.ts";

const STRAYS = {
  "cancel-unknown": notification("notifications/cancelled", { requestId: "lab-unknown", reason: "on purpose" }),
  "cancel-malformed": notification("notifications/cancelled", { requestId: { id: 1 } }),
  "cancel-empty": notification("notifications/cancelled"),
  "progress-unknown": notification("notifications/progress", { progressToken: "lab-unknown", progress: 1 }),
  "unknown-notification": notification("notifications/lab/heartbeat", { beat: 1 }),
  "response-unknown": { jsonrpc: "2.0", id: "lab-unknown", result: {} },
  "response-broken": { jsonrpc: "2.0", id: "lab-unknown" },
  "second-initialized": notification("notifications/initialized"),
  "second-initialize": {
    jsonrpc: "2.0",
    id: "lab-initialize",
    method: "initialize",
    params: { protocolVersion: LATEST_LEGACY_REVISION, capabilities: {}, clientInfo: { name: "lab", version: "1" } },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

export const strayMessage = defineFault({
  name: "stray_message",
  title: "Stray message of the client",
  summary:
    "The client sends something beside its request: a cancel of nothing, an answer to nothing, or the request a second time.",
  group: "requests",
  stage: "message",
  direction: "to-server",
  shapes: ["stdio"],
  params: v.strictObject({
    message: choice(
      [
        "cancel-unknown",
        "cancel-other-type",
        "cancel-malformed",
        "cancel-empty",
        "progress-unknown",
        "unknown-notification",
        "response-unknown",
        "response-broken",
        "second-initialized",
        "second-initialize",
        "request-again",
      ],
      "What is sent: a cancel of an unknown id, of the request's id in another type, of an object or without an id, progress under an unknown token, an unknown notification, an answer to nothing, a broken one, the end of a handshake that has long ended, or its beginning once more, or the very request once more under the same id.",
    ),
    place: v.optional(choice(["before", "after"], "Before the request or after it."), "after"),
  }),
  examples: [
    { message: "cancel-unknown", place: "before" },
    { message: "cancel-other-type", place: "after" },
    { message: "request-again", place: "after" },
  ],
  breaks: [{ check: "CAN-01" }, { check: "RPC-03" }, { check: "RPC-04" }, { check: "STD-12" }],
  exercises: [{ check: "CAN-13" }, { check: "CAN-16" }, { check: "RPC-09" }],
  seenIn: ["G1", "G9", "O2"],
  tolerates: ["success", "invalid_message"],
  robust:
    "Ignores what belongs to nothing, answers no notification, and answers the request. A second request under an id that is in flight it may refuse.",
  apply: ({ message, place }) =>
    async function* (frames) {
      for await (const frame of frames) {
        if (frame.kind !== "message" || frame.message.id === undefined) {
          yield frame;
          continue;
        }
        const stray = strayBeside(frame.message, message);
        if (place === "before") yield { kind: "message", message: stray };
        yield frame;
        if (place === "after") yield { kind: "message", message: stray };
      }
    },
});

function strayBeside(
  request: JsonObject,
  kind: keyof typeof STRAYS | "cancel-other-type" | "request-again",
): JsonObject {
  if (kind === "request-again") return request;
  if (kind !== "cancel-other-type") return STRAYS[kind];
  const { id } = request;
  return notification("notifications/cancelled", { requestId: typeof id === "number" ? String(id) : 0 });
}
