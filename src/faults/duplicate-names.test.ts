import { expect, test } from "vitest";
import { duplicateNames } from "./duplicate-names.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

test.each(["same", "other"] as const)("the first name stands again at the end: %s", async (second) => {
  const { tools } = sentResult(await runFault(duplicateNames, { second }, { method: "tools/list" }));
  const [first, , , last] = tools as [object, object, object, object];
  expect(last).toMatchObject({ name: "echo" });
  expect(JSON.stringify(last) === JSON.stringify(first)).toBe(second === "same");
});

test("prompts, too; an empty list stays empty", async () => {
  const prompts = sentResult(await runFault(duplicateNames, { second: "same" }, { method: "prompts/list" }));
  const empty = sentResult(
    await runFault(duplicateNames, { second: "same" }, { method: "tools/list", result: { tools: [] } }),
  );
  expect([prompts, empty]).toEqual([{ prompts: [{ name: "greet" }, { name: "greet" }] }, { tools: [] }]);
});
