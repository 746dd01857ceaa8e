import { expect, test } from "vitest";
import { requestBatch } from "./request-batch.ts";
import { sendRequest } from "./testing/send-request.ts";

test.each([
  ["alone", [{ id: 7 }]],
  ["ping", [{ id: 7 }, { id: "lab-batch-ping", method: "ping" }]],
  ["twice", [{ id: 7 }, { id: 7 }]],
  ["nothing", []],
  ["number", [{ id: 7 }, 42]],
] as const)("%s", async (holds, expected) => {
  for (const shape of ["stdio", "http-json"] as const) {
    const { body, writes } = await sendRequest(requestBatch, { holds }, { shape });
    expect(writes).toHaveLength(1);
    const batch = JSON.parse(body) as unknown[];
    expect(batch).toHaveLength(expected.length);
    expect(batch).toMatchObject(expected as unknown as object);
  }
});
