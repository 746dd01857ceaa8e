import { expect, test } from "vitest";
import { cancelByMessage } from "./can-05-cancel-by-message.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import { verdictOf } from "./testing/verdict-of.ts";

function inSession(): Talk {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  return talk;
}

/** A request and its answer, on a socket of its own. */
function asksAndIsAnswered(talk: Talk, id: number): number {
  talk.client.asks(id, "ping");
  return talk.server.answers(id);
}

test("obeyed: a cancel names the request before its answer", () => {
  const talk = inSession();
  const asked = talk.client.asks(1, "tools/call");
  const cancel = talk.client.cancels(1);
  expect(verdictOf(cancelByMessage, talk)).toEqual({ verdict: "obeyed", evidence: [asked, cancel] });
});

test("violated: the caller gave the request up, and the client only closed it", () => {
  const talk = inSession();
  const asked = talk.client.asks(1, "tools/call");
  const left = talk.client.leaves({ on: 1 });
  const caller = talk.caller("tools/call", "cancelled");
  asksAndIsAnswered(talk, 2);
  expect(verdictOf(cancelByMessage, talk).verdict).toBe("not-exercised"); // the cancel may still be on its way
  const settled = asksAndIsAnswered(talk, 3);
  expect(verdictOf(cancelByMessage, talk)).toEqual({ verdict: "violated", evidence: [asked, left, caller, settled] });
});

test("inconclusive: closed, and nobody has recorded why", () => {
  const talk = inSession();
  const asked = talk.client.asks(1, "tools/call");
  const left = talk.client.leaves({ on: 1 });
  asksAndIsAnswered(talk, 2);
  asksAndIsAnswered(talk, 3);
  expect(verdictOf(cancelByMessage, talk)).toEqual({ verdict: "inconclusive", evidence: [asked, left] });
});

test("not exercised: nobody gave up, or the client left with everything open", () => {
  const talk = inSession();
  asksAndIsAnswered(talk, 1);
  talk.client.asks(2, "tools/call");
  talk.client.leaves({ on: 2 });
  expect(verdictOf(cancelByMessage, talk).verdict).toBe("not-exercised");
});

test("a cancel after the answer proves nothing", () => {
  const talk = inSession();
  asksAndIsAnswered(talk, 1);
  talk.client.cancels(1);
  expect(verdictOf(cancelByMessage, talk).verdict).toBe("not-exercised");
});

test("what a fault wrote is held against nobody, and in nobody's favour", () => {
  const cancelled = inSession();
  cancelled.client.asks(1, "tools/call");
  cancelled.client.cancels(1, { fault: "request_params" });
  expect(verdictOf(cancelByMessage, cancelled).verdict).toBe("not-exercised");

  const closed = inSession();
  closed.client.asks(1, "tools/call", {}, { armed: ["request_closed_early"] });
  closed.client.leaves({ on: 1, fault: "request_closed_early" });
  closed.caller("tools/call", "cancelled");
  asksAndIsAnswered(closed, 2);
  asksAndIsAnswered(closed, 3);
  expect(verdictOf(cancelByMessage, closed).verdict).toBe("not-exercised");
});
