import { expect, test } from "vitest";
import type { JsonRpcRequest } from "../protocol/json-rpc.ts";
import { clientNotification } from "./client-notification.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof clientNotification.apply>[0]["form"];

const request = {
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: 1 },
} as unknown as JsonRpcRequest; // a notification travels as the one message of its exchange

test.each<[Form, readonly object[]]>([
  ["lost", []],
  ["renamed", [{ method: "cancelled", params: { requestId: 1 } }]],
  ["unknown", [{ method: "notifications/lab/unknown", params: { requestId: 1 } }]],
  ["as-request", [{ id: "lab-notification", method: "notifications/cancelled", params: { requestId: 1 } }]],
  ["id-null", [{ id: null, method: "notifications/cancelled", params: { requestId: 1 } }]],
  ["params-null", [{ method: "notifications/cancelled", params: null }]],
  ["params-missing", [{ method: "notifications/cancelled" }]],
  ["params-list", [{ method: "notifications/cancelled", params: [] }]],
])("%s", async (form, expected) => {
  for (const shape of ["stdio", "http-json"] as const) {
    const run = await runFault(clientNotification, { form }, { shape, request });
    expect(run.messages).toEqual(expected.map((message) => ({ jsonrpc: "2.0", ...message })));
    expect(run.frames.some(({ frame }) => frame.kind === "request")).toBe(shape !== "stdio" && form !== "lost");
  }
});
