import { isUtf8, type Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { BROKEN_FORMS } from "./broken-text.ts";
import { brokenJson } from "./broken-json.ts";
import { sentBytes, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

/** What a parser makes of it: a value that is no message, or nothing. */
function read(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return "no text";
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return "no JSON";
  }
}

test.each(BROKEN_FORMS)("%s is no message, in a line that is whole", async (form) => {
  const run = await runFault(brokenJson, { form });
  const values: Partial<Record<typeof form, unknown>> = { scalar: 42, null: null, "invalid-utf-8": "no text" };
  expect(read(sentBytes(run))).toBe(form in values ? values[form] : "no JSON");
  expect(sentText(run).match(/\n/g)).toHaveLength(1);
  expect(sentText(run).endsWith("\n")).toBe(true);
});

test("over an event stream the event around it is whole", async () => {
  const run = await runFault(brokenJson, { form: "text" }, { shape: "http-sse" });
  expect(sentText(run)).toBe("event: message\ndata: Internal Server Error\n\n");
});
