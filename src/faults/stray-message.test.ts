import { expect, test } from "vitest";
import { strayMessage } from "./stray-message.ts";
import { sendRequest } from "./testing/send-request.ts";

type Message = Parameters<typeof strayMessage.apply>[0]["message"];

test.each<[Message, object]>([
  ["cancel-unknown", { method: "notifications/cancelled", params: { requestId: "lab-unknown" } }],
  ["cancel-other-type", { method: "notifications/cancelled", params: { requestId: "7" } }],
  ["cancel-malformed", { method: "notifications/cancelled", params: { requestId: { id: 1 } } }],
  ["cancel-empty", { method: "notifications/cancelled" }],
  ["progress-unknown", { method: "notifications/progress", params: { progressToken: "lab-unknown", progress: 1 } }],
  ["unknown-notification", { method: "notifications/lab/heartbeat" }],
  ["response-unknown", { id: "lab-unknown", result: {} }],
  ["response-broken", { id: "lab-unknown" }],
  ["second-initialized", { method: "notifications/initialized" }],
  [
    "second-initialize",
    {
      id: "lab-initialize",
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "lab", version: "1" } },
    },
  ],
  ["request-again", { id: 7, method: "tools/call" }],
])("%s, after the request or before it", async (message, expected) => {
  const lines = async (place: "before" | "after") =>
    (await sendRequest(strayMessage, { message, place }, { shape: "stdio" })).writes.map(
      (line) => JSON.parse(line) as object,
    );
  expect(await lines("after")).toMatchObject([{ id: 7, method: "tools/call" }, expected]);
  expect(await lines("before")).toMatchObject([expected, { id: 7, method: "tools/call" }]);
});
