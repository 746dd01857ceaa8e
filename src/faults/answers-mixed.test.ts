import { expect, test } from "vitest";
import { answersMixed } from "./answers-mixed.ts";
import { runTogether } from "./testing/run-together.ts";

const DEFAULTS = { how: "glued", count: 3, pieceBytes: 10, maxWaitMs: 5_000 } as const;
const CALLS = [{ atMs: 0 }, { atMs: 10 }, { atMs: 20 }];

test("glued: whole lines in one write, in the order of the answers", async () => {
  const said = await runTogether(answersMixed, DEFAULTS, CALLS);
  expect(said).toMatchObject([{ call: 3, atMs: 20 }]);
  const lines = said[0]?.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number });
  expect(lines?.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("interleaved: pieces take turns, and nothing is lost", async () => {
  const [first] = await runTogether(answersMixed, { ...DEFAULTS, how: "interleaved" }, CALLS);
  const text = first?.text ?? "";
  expect(text.slice(0, 30)).toBe('{"jsonrpc"{"jsonrpc"{"jsonrpc"');
  expect(text.match(/\n/g)).toHaveLength(3);
  for (const line of text.trimEnd().split("\n")) expect(() => JSON.parse(line) as unknown).toThrow(SyntaxError);
  const lengths = CALLS.map(
    (_, index) => `{"jsonrpc":"2.0","id":${index + 1},"result":{"text":"answer ${index + 1}"}}\n`.length,
  );
  expect(text).toHaveLength(lengths.reduce((sum, length) => sum + length));
});

test("answers that wait in vain go out as they are", async () => {
  const said = await runTogether(answersMixed, DEFAULTS, CALLS.slice(0, 2));
  expect(said.map(({ call, atMs }) => [call, atMs])).toEqual([
    [1, 5_000],
    [2, 5_010],
  ]);
});
