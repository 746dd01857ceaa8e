import { expect, test } from "vitest";
import { noAnswerOnGet } from "./sse-17-no-answer-on-get.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import type { Exchange, Saying } from "./testing/history-writer.ts";
import { verdictOf } from "./testing/verdict-of.ts";

function listens(saying: Saying = {}): { talk: Talk; get: Exchange; head: number } {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  const get = talk.client.requests("GET", saying);
  return { talk, get, head: talk.server.opens({ on: get }) };
}

const result = { jsonrpc: "2.0", id: 1, result: {} };

test("obeyed: answers come elsewhere, requests and notifications here", () => {
  const { talk, get, head } = listens();
  talk.server.asks(1, "ping", {}, { on: get });
  talk.server.notifies("notifications/tools/list_changed", {}, { on: get });
  talk.client.asks(1, "tools/list");
  const answer = talk.server.answers(1);
  expect(verdictOf(noAnswerOnGet, talk)).toEqual({ verdict: "obeyed", evidence: [get.begin, head, answer] });
});

test("violated: an answer comes on the GET stream", () => {
  const { talk, get, head } = listens();
  talk.client.asks(1, "tools/list");
  const stray = talk.server.says(result, { on: get });
  expect(verdictOf(noAnswerOnGet, talk)).toEqual({ verdict: "violated", evidence: [get.begin, head, stray] });
});

test("not exercised: a resumed stream, or no answers while it was open", () => {
  const resumed = listens({ headers: { "last-event-id": "4" } });
  resumed.talk.server.says(result, { on: resumed.get });
  expect(verdictOf(noAnswerOnGet, resumed.talk).verdict).toBe("not-exercised");

  const closed = listens();
  closed.talk.server.ends("end", { on: closed.get });
  closed.talk.client.asks(1, "tools/list");
  closed.talk.server.answers(1);
  expect(verdictOf(noAnswerOnGet, closed.talk).verdict).toBe("not-exercised");
});

test("what a fault wrote is not the server's", () => {
  const { talk, get } = listens();
  talk.server.says(result, { on: get, fault: "unsolicited_response" });
  expect(verdictOf(noAnswerOnGet, talk).verdict).toBe("not-exercised");
});
