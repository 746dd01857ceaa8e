import { expect, test } from "vitest";
import { cutAnswer } from "./cut-answer.ts";
import { closes, sentBytes, sentHead, sentText } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["cut", "reset", "end", "exit"] as const)("the first bytes, then: %s", async (how) => {
  const run = await runFault(cutAnswer, { afterBytes: 7, how });
  expect([sentText(run), closes(run)]).toEqual(['{"jsonr', [how]]);
});

test("never the whole message", async () => {
  const run = await runFault(cutAnswer, { afterBytes: 1_000_000, how: "cut" });
  expect(sentText(run)).toMatch(/\}$/);
});

test("the length is told, unless the body is to end as if it were whole", async () => {
  const lengthOf = async (how: "cut" | "end") =>
    sentHead(await runFault(cutAnswer, { afterBytes: 7, how }, { shape: "http-json" }))?.headers["content-length"];
  expect([await lengthOf("cut"), await lengthOf("end")]).toEqual(["80", undefined]);
});

test("counts bytes, not characters", async () => {
  const result = { text: "éé" };
  const run = await runFault(cutAnswer, { afterBytes: 44, how: "cut" }, { result });
  expect(sentBytes(run)).toHaveLength(44);
});
