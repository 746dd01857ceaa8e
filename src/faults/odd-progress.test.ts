import { expect, test } from "vitest";
import { oddProgress } from "./odd-progress.ts";
import { runFault } from "./testing/run-fault.ts";

type Form = Parameters<typeof oddProgress.apply>[0]["form"];

test.each<[Form, readonly object[]]>([
  ["missing", [{}]],
  ["text", [{ progress: "50%" }]],
  ["null", [{ progress: null }]],
  ["negative", [{ progress: -1, total: 100 }]],
  ["above-total", [{ progress: 150, total: 100 }]],
  ["total-zero", [{ progress: 1, total: 0 }]],
  ["total-null", [{ progress: 1, total: null, message: null }]],
  ["total-changes", [{ progress: 1, total: 10 }, { progress: 2, total: 5 }, { progress: 3 }]],
  ["repeated", [{ progress: 1 }, { progress: 1 }]],
  [
    "fraction",
    [
      { progress: 0.1, total: 1 },
      { progress: 0.30000000000000004, total: 1 },
    ],
  ],
  ["large", [{ progress: Number.MAX_SAFE_INTEGER, total: Number.MAX_VALUE }]],
  ["long-message", [{ progress: 1, message: "on purpose ".repeat(1_000) }]],
])("%s, under the call's own token and before its answer", async (form, expected) => {
  const run = await runFault(oddProgress, { form });
  const notes = run.messages.slice(0, -1);
  expect(notes.map(({ params }) => params)).toEqual(expected.map((members) => ({ progressToken: "p1", ...members })));
  expect(run.messages.at(-1)).toMatchObject({ id: 1, result: {} });
});

test("without a token nothing is sent beside the answer", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ping" } } as const;
  const run = await runFault(oddProgress, { form: "text" }, { request });
  expect(run.messages).toHaveLength(1);
});
