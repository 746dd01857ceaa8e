import { expect, test } from "vitest";
import { answersCrossed } from "./answers-crossed.ts";
import { runTogether } from "./testing/run-together.ts";

test.each(["stdio", "http-json", "http-sse"] as const)(
  "each has the other's result under its own id, %s",
  async (shape) => {
    const said = await runTogether(
      answersCrossed,
      { what: "results", maxWaitMs: 5_000 },
      [{ atMs: 0 }, { atMs: 10 }],
      shape,
    );
    expect(said).toHaveLength(2);
    for (const { call, atMs, text } of said) {
      expect(atMs).toBe(10);
      expect(text).toContain(`"id":${call},"result":{"text":"answer ${3 - call}"}`);
    }
  },
);

test("whole messages change places", async () => {
  const said = await runTogether(
    answersCrossed,
    { what: "messages", maxWaitMs: 5_000 },
    [{ atMs: 0 }, { atMs: 10 }],
    "http-json",
  );
  for (const { call, text } of said) expect(text).toContain(`"id":${3 - call},"result":{"text":"answer ${3 - call}"}`);
});

test("an answer that waits in vain goes out as it is", async () => {
  const said = await runTogether(answersCrossed, { what: "results", maxWaitMs: 700 }, [{ atMs: 0 }]);
  expect(said).toMatchObject([{ call: 1, atMs: 700 }]);
  expect(said[0]?.text).toContain("answer 1");
});

test("a cancelled one is crossed with nobody", async () => {
  const calls = [{ atMs: 0, cancelAtMs: 5 }, { atMs: 10 }, { atMs: 20 }];
  const said = await runTogether(answersCrossed, { what: "results", maxWaitMs: 5_000 }, calls);
  const crossed = said.map(({ call, text }) => `${call} has ${/answer \d/.exec(text)?.[0]}`);
  expect(crossed.sort()).toEqual(["2 has answer 3", "3 has answer 2"]);
});

test("results never cross from one scope to another", async () => {
  const said = await runTogether(answersCrossed, { what: "results", maxWaitMs: 700 }, [
    { atMs: 0 },
    { atMs: 10, scope: 2 },
  ]);
  for (const { call, text } of said) expect(text).toContain(`answer ${call}`);
});
