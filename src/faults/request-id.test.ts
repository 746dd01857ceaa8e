import { expect, test } from "vitest";
import { requestId } from "./request-id.ts";
import { sendRequest } from "./testing/send-request.ts";

type As = Parameters<typeof requestId.apply>[0]["as"];

test.each<[As, string]>([
  ["null", "null"],
  ["object", '{"id":1}'],
  ["boolean", "true"],
  ["list", "[1]"],
  ["fraction", "1.5"],
  ["large", "9007199254740993"],
  ["empty", '""'],
  ["negative", "-1"],
  ["used-before", "0"],
  ["text", '"lab-request"'],
])("%s: %s", async (as, expected) => {
  for (const shape of ["stdio", "http-json"] as const) {
    const { body } = await sendRequest(requestId, { as }, { shape });
    expect(body).toContain(`{"jsonrpc":"2.0","id":${expected},"method":"tools/call"`);
  }
});

test("a notification has no id to change", async () => {
  // The client sends it through the same frames as a request.
  const request = { jsonrpc: "2.0", method: "notifications/initialized" } as unknown as NonNullable<
    Parameters<typeof sendRequest>[2]
  >["request"] &
    object;
  const { body } = await sendRequest(requestId, { as: "null" }, { shape: "stdio", request });
  expect(body).not.toContain('"id"');
});

test("missing: the request becomes a notification", async () => {
  const { body } = await sendRequest(requestId, { as: "missing" }, { shape: "http-json" });
  expect(body).toMatch(/^\{"jsonrpc":"2.0","method":"tools\/call"/);
});
