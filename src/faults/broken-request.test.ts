import { expect, test } from "vitest";
import { brokenRequest } from "./broken-request.ts";
import { sendRequest } from "./testing/send-request.ts";

test.each([
  ["text", "Internal Server Error\n", "Internal Server Error"],
  ["null", "null\n", "null"],
  ["empty", "\n", ""],
] as const)("%s", async (form, line, body) => {
  expect((await sendRequest(brokenRequest, { form }, { shape: "stdio" })).body).toBe(line);
  expect((await sendRequest(brokenRequest, { form })).body).toBe(body);
});

test("the headers stay as they are", async () => {
  const { headers } = await sendRequest(brokenRequest, { form: "truncated" });
  expect(headers).toHaveLength(5);
});
