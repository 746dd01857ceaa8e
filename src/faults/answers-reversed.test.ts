import { expect, test } from "vitest";
import { answersReversed } from "./answers-reversed.ts";
import { runTogether } from "./testing/run-together.ts";

const two = { count: 2, maxWaitMs: 5_000 };

test.each(["stdio", "http-json", "http-sse"] as const)("the last answer leaves first, %s", async (shape) => {
  const said = await runTogether(
    answersReversed,
    { count: 3, maxWaitMs: 5_000 },
    [{ atMs: 0 }, { atMs: 10 }, { atMs: 20 }],
    shape,
  );
  expect(said.map(({ call, atMs }) => [call, atMs])).toEqual([
    [3, 20],
    [2, 20],
    [1, 20],
  ]);
  for (const { call, text } of said) expect(text).toContain(`"id":${call},"result":{"text":"answer ${call}"}`);
});

test("the next ones are turned round by themselves", async () => {
  const said = await runTogether(answersReversed, two, [{ atMs: 0 }, { atMs: 10 }, { atMs: 20 }, { atMs: 30 }]);
  expect(said.map(({ call }) => call)).toEqual([2, 1, 4, 3]);
});

test("an answer that waits in vain goes out as it is", async () => {
  const said = await runTogether(answersReversed, two, [{ atMs: 0 }, { atMs: 6_000 }]);
  expect(said.map(({ call, atMs }) => [call, atMs])).toEqual([
    [1, 5_000],
    [2, 11_000],
  ]);
});

test("one that is cancelled says nothing, and holds nobody up", async () => {
  const said = await runTogether(answersReversed, two, [{ atMs: 0, cancelAtMs: 5 }, { atMs: 10 }, { atMs: 20 }]);
  expect(said.map(({ call }) => call)).toEqual([3, 2]);
});

test("other scopes have nothing to do with it", async () => {
  const said = await runTogether(answersReversed, two, [{ atMs: 0 }, { atMs: 10, scope: 2 }]);
  expect(said.map(({ call, atMs }) => [call, atMs])).toEqual([
    [1, 5_000],
    [2, 5_010],
  ]);
});
