import * as v from "valibot";
import { expect, test } from "vitest";
import { wrongContentLength } from "./wrong-content-length.ts";
import { sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each([
  [100, 100],
  [-10, -10],
  [-1_000_000, "0"],
] as const)("wrong by %d", async (byBytes, expected) => {
  const run = await runFault(wrongContentLength, { byBytes }, { shape: "http-json" });
  const length = sentText(run).length;
  const said = typeof expected === "string" ? expected : String(length + expected);
  expect(sentHead(run)?.headers["content-length"]).toBe(said);
});

test("by nothing is no fault", () => {
  expect(v.safeParse(wrongContentLength.params, { byBytes: 0 }).success).toBe(false);
});
