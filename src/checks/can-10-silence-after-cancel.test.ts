import { expect, test } from "vitest";
import { silenceAfterCancel } from "./can-10-silence-after-cancel.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const modern = { transport: "stdio", revision: "2026-07-28" } as const;
const TOKEN = { _meta: { progressToken: 0 } };

function cancelsACall(): { talk: Talk; asked: number; cancel: number } {
  const talk = startTalk(modern);
  const asked = talk.client.asks(0, "tools/call", TOKEN);
  return { talk, asked, cancel: talk.client.cancels(0) };
}

function barrier(talk: Talk): [request: number, answer: number] {
  return [talk.client.asks("barrier", "server/discover"), talk.server.answers("barrier")];
}

test("obeyed: a later request is answered, and nothing comes for the cancelled one", () => {
  const { talk, asked, cancel } = cancelsACall();
  const [, answer] = barrier(talk);
  expect(verdictOf(silenceAfterCancel, talk)).toEqual({ verdict: "obeyed", evidence: [asked, cancel, answer] });
});

test("violated: its answer comes after that", () => {
  const { talk, asked, cancel } = cancelsACall();
  const between = barrier(talk);
  const late = talk.server.answers(0);
  expect(verdictOf(silenceAfterCancel, talk)).toEqual({
    verdict: "violated",
    evidence: [asked, cancel, ...between, late],
  });
});

test("violated: its progress comes after that, and the token 0 is one", () => {
  const { talk, asked, cancel } = cancelsACall();
  const between = barrier(talk);
  const late = talk.server.notifies("notifications/progress", { progressToken: 0, progress: 1 });
  expect(verdictOf(silenceAfterCancel, talk)).toEqual({
    verdict: "violated",
    evidence: [asked, cancel, ...between, late],
  });
});

test("not exercised: no barrier, an answer that was on its way, or one that was there before", () => {
  const silent = cancelsACall().talk;
  expect(verdictOf(silenceAfterCancel, silent).verdict).toBe("not-exercised");

  const crossing = cancelsACall().talk;
  crossing.server.answers(0);
  barrier(crossing);
  expect(verdictOf(silenceAfterCancel, crossing).verdict).toBe("not-exercised");

  const finished = startTalk(modern);
  finished.client.asks(1, "tools/call");
  finished.server.answers(1);
  finished.client.cancels(1);
  barrier(finished);
  expect(verdictOf(silenceAfterCancel, finished).verdict).toBe("not-exercised");
});

test("a subscription may be ended in more than one way", () => {
  const talk = startTalk(modern);
  talk.client.asks(1, "subscriptions/listen");
  talk.client.cancels(1);
  barrier(talk);
  talk.server.answers(1);
  expect(verdictOf(silenceAfterCancel, talk).verdict).toBe("not-exercised");
});

test("a late answer that a fault wrote, or acted on, is not held against the server", () => {
  for (const saying of [{ fault: "late_answer" }, { armed: ["cancel_ignored"] }]) {
    const { talk, cancel } = cancelsACall();
    barrier(talk);
    const late = talk.server.answers(0, {}, saying);
    expect(verdictOf(silenceAfterCancel, talk)).toEqual({ verdict: "inconclusive", evidence: [cancel, late] });
  }
});

test("a barrier that a fault answered proves nothing", () => {
  const { talk } = cancelsACall();
  talk.client.asks(2, "server/discover");
  talk.server.answers(2, {}, { fault: "result_of_other_method" });
  talk.server.answers(0);
  expect(verdictOf(silenceAfterCancel, talk).verdict).toBe("not-exercised");
});
