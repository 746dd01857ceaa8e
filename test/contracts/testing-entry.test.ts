import { expect, test } from "vitest";
import * as testing from "../../src/testing.ts";

test("the entry for authors of faults offers just this", () => {
  expect(Object.keys(testing).sort()).toEqual([
    "createFakeClock",
    "createRandom",
    "createSequentialIds",
    "runFault",
    "transcript",
  ]);
});

test("a plain object is fault enough to be run", async () => {
  const run = await testing.runFault(
    {
      name: "shout",
      stage: "message",
      shapes: ["stdio"],
      apply: ({ mark }: { mark: string }) =>
        async function* (frames) {
          for await (const frame of frames)
            yield frame.kind === "message" ? { ...frame, message: { ...frame.message, mark } } : frame;
        },
    },
    { mark: "!" },
    { method: "ping", result: {} },
  );
  expect(run.messages).toEqual([{ jsonrpc: "2.0", id: 1, result: {}, mark: "!" }]);
  expect(testing.transcript(run)).toContain("[shout]\nended by itself, 0 ms\n");
});
