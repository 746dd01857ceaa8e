import { expect, test } from "vitest";
import { oddNumber } from "./odd-number.ts";
import { sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  "9007199254740993",
  "1234567890123456789",
  "-9223372036854775808",
  "1e400",
  "-0",
  "1.0",
  "0.1000000000000000055",
] as const)("%s stands there digit for digit, twice", async (value) => {
  const text = sentText(await runFault(oddNumber, { value }, { shape: "http-json" }));
  expect(text).toContain(`"structuredContent":{"value":${value}}`);
  expect(text).toContain(`{\\"value\\":${value}}`);
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});
