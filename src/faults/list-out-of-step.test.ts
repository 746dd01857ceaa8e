import { expect, test } from "vitest";
import { createMailbox } from "../wire/mailbox.ts";
import { listOutOfStep } from "./list-out-of-step.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Params = Parameters<typeof listOutOfStep.apply>[0];

async function tools(params: Params) {
  return sentResult(await runFault(listOutOfStep, params, { method: "tools/list" })).tools as {
    name: string;
    description: string;
    inputSchema: object;
  }[];
}

test.each<[Params["change"], string[]]>([
  ["removed", ["echo", "add"]],
  ["renamed", ["echo", "add", "time_renamed"]],
  ["described-anew", ["echo", "add", "time"]],
  ["other-schema", ["echo", "add", "time"]],
])("%s", async (change, names) => {
  const listed = await tools({ change, when: "always" });
  expect(listed.map(({ name }) => name)).toEqual(names);
  const { description, inputSchema } = listed.at(-1) ?? {};
  expect(description === "Something else, since the last list.").toBe(change === "described-anew");
  expect("required" in (inputSchema ?? {})).toBe(change === "other-schema");
});

test("the tool may be named", async () => {
  const listed = await tools({ change: "removed", tool: "echo", when: "always" });
  expect(listed.map(({ name }) => name)).toEqual(["add", "time"]);
});

test("in turn: the first list, the third, in each scope", async () => {
  const fault = { ...listOutOfStep, apply: () => transform };
  const transform = listOutOfStep.apply({ change: "removed", when: "in-turn" });
  const shared = createMailbox();
  const lengths: number[] = [];
  for (const mailbox of [shared, shared, shared, createMailbox()]) {
    const run = await runFault(
      fault,
      { change: "removed", when: "in-turn" },
      { method: "tools/list", shared: mailbox },
    );
    lengths.push((sentResult(run).tools as unknown[]).length);
  }
  expect(lengths).toEqual([2, 3, 2, 2]);
});
