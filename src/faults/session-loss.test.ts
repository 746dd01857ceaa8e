import { expect, test } from "vitest";
import { sessionLoss } from "./session-loss.ts";
import { runFault } from "./testing/run-fault.ts";

const kinds = ({ frames }: Awaited<ReturnType<typeof runFault>>) =>
  frames.map(({ frame }) => (frame.kind === "close" ? frame.how : frame.kind));

test("during_request: the session goes first, then the call is cut without a result", async () => {
  const run = await runFault(sessionLoss, { activation: "during_request" }, { shape: "http-json" });
  expect(kinds(run)).toEqual(["session", "cut"]);
});

test("after_response: the session goes first, then the call is answered as it would have been", async () => {
  const run = await runFault(sessionLoss, { activation: "after_response" }, { shape: "http-json" });
  expect(kinds(run)).toEqual(["session", "head", "bytes", "end"]);
  expect(run.messages[0]?.result).toEqual({
    content: [{ type: "text", text: '{"status":"session_lost","activation":"after_response"}' }],
  });
});

test("a stream that has begun is cut after what was said", async () => {
  const log = { jsonrpc: "2.0", method: "notifications/message", params: {} };
  const run = await runFault(sessionLoss, { activation: "during_request" }, { shape: "http-sse", before: [log] });
  expect(kinds(run)).toEqual(["head", "bytes", "session", "cut"]);
});
