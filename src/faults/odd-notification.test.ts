import { expect, test } from "vitest";
import { oddNotification } from "./odd-notification.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddNotification.apply>[0]["form"];

test.each<[Form, object]>([
  ["unknown-method", { method: "notifications/lab/heartbeat", params: { beat: 1 } }],
  ["missing-params", { method: "notifications/message" }],
  ["wrong-types", { method: "notifications/message", params: { level: 7, data: null, logger: {} } }],
  ["unknown-level", { method: "notifications/message", params: { level: "shout", data: "on purpose" } }],
  ["extra-members", { method: "notifications/tools/list_changed", params: { reason: "on purpose" } }],
  ["params-array", { method: "notifications/message", params: ["info", "on purpose"] }],
  ["resource-updated", { method: "notifications/resources/updated", params: { uri: "lab://nobody/asked" } }],
  ["cancel-the-call", { method: "notifications/cancelled", params: { requestId: 1, reason: "on purpose" } }],
  ["cancel-unknown", { method: "notifications/cancelled", params: { requestId: "lab-nobody", reason: "on purpose" } }],
  ["null-id", { id: null, method: "notifications/message", params: { level: "info", data: "on purpose" } }],
])("%s", async (form, expected) => {
  const run = await runFault(oddNotification, { form, place: "before" });
  expect(run.messages).toEqual([{ jsonrpc: "2.0", ...expected }, expect.objectContaining({ id: 1 })]);
});

test("an unknown method may be one of your own", async () => {
  const run = await runFault(oddNotification, { form: "unknown-method", place: "before", method: "data" });
  expect(run.messages[0]).toEqual({ jsonrpc: "2.0", method: "data", params: { beat: 1 } });
});

test("may come after the answer", async () => {
  const run = await runFault(oddNotification, { form: "unknown-method", place: "after" });
  expect(run.messages.map(({ id }) => id)).toEqual([1, undefined]);
});
