import { expect, test } from "vitest";
import { disconnect } from "./disconnect.ts";
import { runFault } from "./testing/run-fault.ts";

test("over stdio the process exits, without an answer", async () => {
  const { frames } = await runFault(disconnect, {});
  expect(frames).toMatchObject([{ frame: { kind: "close", how: "exit", code: 0 }, fault: "disconnect" }]);
});

test.each(["legacy", "modern"] as const)("over HTTP nothing comes but the cut, %s era", async (era) => {
  const { frames } = await runFault(disconnect, {}, { shape: "http-json", era });
  expect(frames.map(({ frame }) => frame)).toEqual([{ kind: "close", how: "cut" }]);
});

test("an event stream that has begun is cut in the middle", async () => {
  const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p1", progress: 1 } };
  const { frames, messages } = await runFault(disconnect, {}, { shape: "http-sse", before: [progress] });
  expect(messages).toEqual([progress]);
  expect(frames.map(({ frame }) => frame.kind)).toEqual(["head", "bytes", "close"]);
});

test("a cancel closes nothing", async () => {
  // The healthy side is still at work when the cancel comes.
  const { frames, endedBy } = await runFault(
    {
      ...disconnect,
      tool: { description: "", answer: (_, call) => call.clock.sleep(100).then(() => ({ content: [] })) },
    },
    {},
    { cancelAtMs: 50 },
  );
  expect({ frames, endedBy }).toEqual({ frames: [], endedBy: "cancel" });
});
