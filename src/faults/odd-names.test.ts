import { expect, test } from "vitest";
import { oddNames } from "./odd-names.ts";
import { sentResult } from "./testing/sent.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddNames.apply>[0]["form"];

async function added(form: Form): Promise<string[]> {
  const { tools } = sentResult(await runFault(oddNames, { form }, { method: "tools/list" }));
  const names = (tools as { name: string }[]).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(["echo", "add", "time"]);
  return names.slice(3);
}

test.each<[Form, RegExp]>([
  ["dot", /\./],
  ["slash", /\//],
  ["blank", / /],
  ["not-ascii", /[^\u0020-\u007e]/],
  ["64-characters", /^n{64}$/],
  ["65-characters", /^n{65}$/],
  ["128-characters", /^n{128}$/],
  ["300-characters", /^n{300}$/],
  ["empty", /^$/],
  ["digits", /^\d+$/],
])("%s", async (form, expected) => {
  expect(await added(form)).toEqual([expect.stringMatching(expected)]);
});

test("alike: four names, no two the same", async () => {
  const names = await added("alike");
  expect(new Set(names).size).toBe(4);
});

test.each(["legacy", "modern"] as const)("a call says under which name it came, %s era", async (era) => {
  const request = {
    jsonrpc: "2.0",
    id: 5,
    method: "tools/call",
    params: { name: "lab.dotted", arguments: {} },
  } as const;
  const run = await runFault(oddNames, { form: "dot" }, { era, request });
  expect(run.messages[0]?.id).toBe(5);
  expect(sentResult(run)).toMatchObject({ content: [{ text: '{"status":"called","name":"lab.dotted"}' }] });
  expect("resultType" in sentResult(run)).toBe(era === "modern");
});

test("other calls stay as they are", async () => {
  expect(sentResult(await runFault(oddNames, { form: "dot" }))).toEqual({
    content: [{ type: "text", text: "healthy" }],
  });
});
