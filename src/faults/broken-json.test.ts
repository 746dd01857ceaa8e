import { isUtf8 } from "node:buffer";
import { expect, test } from "vitest";
import { BROKEN_FORMS } from "./broken-text.ts";
import { brokenJson } from "./broken-json.ts";
import { sentBytes, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

const VALID = new Map([
  ["scalar", 42],
  ["null", null],
]);

test.each(BROKEN_FORMS)("%s is no message, in a line that is whole", async (form) => {
  const run = await runFault(brokenJson, { form });
  const text = sentText(run);
  expect(text.match(/\n/g)).toHaveLength(1);
  expect(text.endsWith("\n")).toBe(true);
  if (VALID.has(form)) expect(JSON.parse(text)).toBe(VALID.get(form));
  else if (form === "invalid-utf-8") expect(isUtf8(sentBytes(run))).toBe(false);
  else expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test("over an event stream the event around it is whole", async () => {
  const run = await runFault(brokenJson, { form: "text" }, { shape: "http-sse" });
  expect(sentText(run)).toBe("event: message\ndata: Internal Server Error\n\n");
});
