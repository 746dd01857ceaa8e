import { expect, test } from "vitest";
import { foreignOrigin } from "./foreign-origin.ts";
import { sendRequest } from "./testing/send-request.ts";

test.each([
  ["origin", "foreign", ["Origin", "http://evil.example"]],
  ["origin", "null", ["Origin", "null"]],
  ["origin", "other-port", ["Origin", "http://127.0.0.1:1"]],
  ["host", "foreign", ["Host", "evil.example"]],
  ["host", "look-alike", ["Host", "127.0.0.1.evil.example"]],
] as const)("%s: %s", async (header, value, expected) => {
  const { headers = [] } = await sendRequest(foreignOrigin, { header, value });
  expect(headers).toHaveLength(6);
  expect(headers.at(-1)).toEqual(expected);
});
