import { expect, test } from "vitest";
import { requestClosedEarly } from "./request-closed-early.ts";
import { sendRequest } from "./testing/send-request.ts";

test.each([
  ["head", 0],
  ["half", 0.5],
  ["all", 1],
] as const)("%s: the head promises the whole body, and the client hangs up", async (after, share) => {
  const { headers = [], body, closes } = await sendRequest(requestClosedEarly, { after });
  const length = Number(headers.find(([name]) => name === "Content-Length")?.[1]);
  expect(length).toBeGreaterThan(100);
  expect(body).toHaveLength(Math.floor(length * share));
  expect(closes).toEqual(["cut"]);
});
