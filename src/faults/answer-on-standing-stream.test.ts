import { expect, test } from "vitest";
import { answerOnStandingStream } from "./answer-on-standing-stream.ts";
import { runFault } from "./testing/run-fault.ts";
import { sentHead } from "./testing/sent.ts";

const kinds = ({ frames }: Awaited<ReturnType<typeof runFault>>) => frames.map(({ frame }) => frame.kind);

test("accepted: 202 for the POST, the whole answer for the stream", async () => {
  const run = await runFault(answerOnStandingStream, { post: "accepted" }, { shape: "http-json" });
  expect(kinds(run)).toEqual(["standing", "head", "close"]);
  expect(run.frames[0]?.frame).toMatchObject({ message: { id: 1 }, fault: "answer_on_standing_stream" });
  expect([sentHead(run)?.status, run.messages]).toEqual([202, []]);
});

test("empty-stream: an event stream without an event", async () => {
  const run = await runFault(answerOnStandingStream, { post: "empty-stream" }, { shape: "http-json" });
  expect(kinds(run)).toEqual(["standing", "head", "close"]);
  expect(sentHead(run)).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
});

test("open: until the client gives up", async () => {
  const run = await runFault(answerOnStandingStream, { post: "open" }, { shape: "http-sse", cancelAtMs: 700 });
  expect([kinds(run), run.endedBy, run.endedAtMs]).toEqual([["standing", "head"], "cancel", 700]);
});

test("what comes before the answer stays on the POST, whose stream then ends", async () => {
  const before = [{ jsonrpc: "2.0", method: "notifications/message" }];
  const run = await runFault(answerOnStandingStream, { post: "accepted" }, { shape: "http-sse", before });
  expect(kinds(run)).toEqual(["head", "bytes", "standing", "close"]);
});
