import { expect, test } from "vitest";
import { endedSessionIs404 } from "./ses-05-ended-session-is-404.ts";
import { startTalk, type Talk } from "./testing/build-history.ts";
import type { Saying } from "./testing/history-writer.ts";
import { verdictOf } from "./testing/verdict-of.ts";

function endsSession(status = 200, saying: Saying = {}): { talk: Talk; end: number } {
  const talk = startTalk({ transport: "http", revision: "2025-11-25" });
  talk.shakesHands("s-1");
  const on = talk.client.requests("DELETE");
  return { talk, end: talk.server.refuses(status, { on, ...saying }) };
}

test("obeyed: a later request gets 404", () => {
  const { talk, end } = endsSession();
  const asked = talk.client.asks(1, "tools/list");
  const refused = talk.server.refuses(404, { on: 1 });
  expect(verdictOf(endedSessionIs404, talk)).toEqual({ verdict: "obeyed", evidence: [end, asked - 1, refused] });
});

test.each([200, 400, 500])("violated: it gets %d", (status) => {
  const { talk, end } = endsSession(204);
  const on = talk.client.requests("GET");
  const answer = talk.server.refuses(status, { on });
  expect(verdictOf(endedSessionIs404, talk)).toEqual({ verdict: "violated", evidence: [end, on.begin, answer] });
});

test.each([401, 405, 503])("inconclusive: %d may have another reason", (status) => {
  const { talk } = endsSession();
  talk.server.refuses(status, { on: talk.client.requests("GET") });
  expect(verdictOf(endedSessionIs404, talk).verdict).toBe("inconclusive");
});

test("not exercised: the DELETE was refused, or nothing was asked after it", () => {
  const refused = endsSession(405).talk;
  refused.client.asks(1, "tools/list");
  refused.server.answers(1);
  expect(verdictOf(endedSessionIs404, refused).verdict).toBe("not-exercised");
  expect(verdictOf(endedSessionIs404, endsSession().talk).verdict).toBe("not-exercised");
});

test("what a fault answered is not the server's", () => {
  const { talk } = endsSession();
  talk.client.asks(1, "tools/list");
  talk.server.answers(1, {}, { fault: "http_status" });
  expect(verdictOf(endedSessionIs404, talk).verdict).toBe("not-exercised");

  const pretended = endsSession(200, { fault: "http_status" }).talk;
  pretended.client.asks(1, "tools/list");
  pretended.server.answers(1);
  expect(verdictOf(endedSessionIs404, pretended).verdict).toBe("not-exercised");
});
